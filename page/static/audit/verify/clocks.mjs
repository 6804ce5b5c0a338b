// The clocks of a game, computed again: docs/archive.md, "Clocks". Times are whole microseconds since 1970.

import { Fault } from "./bytes.mjs";

const SECOND = 1000000;
const NOBODY = { seats: [] };

// Check every step of a game with a clock; null for a game without one.
export function checkClocks({ game }) {
  const clock = game[0].event.options?.clock;
  if (!clock) {
    const line = game.find(({ topic }) => topic === "kifu:time-ran-out" || topic.startsWith("kifu:clock-"));
    if (line) throw new Fault("audit.fault.clock", line.where);
    return null;
  }
  const { options, seats } = game[0].event;
  const table = { clock, pauses: options.pause_on_dispute === true, askings: new Map(), asking: NOBODY, resigned: [] };
  Object.assign(table, { seats, clocks: null, disputes: 0, over: false, late: [] });
  for (const line of game) if (line.event.n !== undefined) checkStep(table, line);
  return { n: game.at(-1).event.n ?? 0, late: table.late };
}

function checkStep(table, line) {
  const { topic, event, where } = line;
  const at = microseconds(event.timestamp);
  const wrong = () => {
    throw new Fault("audit.fault.clock", where);
  };
  if (topic === "kifu:game-started") {
    const turn = { bank: (table.clock.bank ?? 0) * SECOND, spent: 0 };
    const seats = Array.from({ length: table.seats }, () => ({ turn, closed: null, window: 0, spell: null }));
    table.clocks = { at, seats, running: true, stopped: false };
  }
  const { clocks } = table;
  if (!clocks || at < clocks.at || clocks.stopped !== (topic === "kifu:clock-started")) wrong();
  const due = firstDue(table);
  if (topic === "kifu:time-ran-out") {
    if (!due || due.seat !== event.seat || due.at !== microseconds(event.due) || at < due.at) wrong();
    table.late.push(event.n);
  } else if (topic === "kifu:clock-stopped") {
    const since = microseconds(event.since);
    if (since < clocks.at || since > at) wrong();
  } else if (due && at > due.at) wrong();
  followPosition(table, line, wrong);
  followClocks(table, line, at);
}

// Which seats the position asks after a step.
function followPosition(table, { topic, event }, wrong) {
  if (topic === "kifu:game-started" || topic === "kifu:move-played") {
    if (!Array.isArray(event.asking?.seats)) wrong();
    table.askings.set(event.n, event.asking);
    table.asking = event.asking;
    table.over ||= event.facts.some((fact) => fact.type === "ended");
  }
  if (topic === "kifu:move-taken-back" || event.undone?.length) table.asking = table.askings.get(event.to) ?? wrong();
  if (topic === "kifu:seat-resigned" || topic === "kifu:time-ran-out") {
    table.resigned.push(event.seat);
    table.over ||= event.result !== undefined;
  }
  if (topic === "kifu:dispute-raised") table.disputes += 1;
  if (topic === "kifu:dispute-withdrawn" || topic === "kifu:dispute-ruled") table.disputes -= 1;
}

function followClocks(table, { topic, event }, at) {
  const { clocks } = table;
  if (topic === "kifu:clock-stopped") {
    spend(clocks, microseconds(event.since));
    Object.assign(clocks, { at, running: false, stopped: true });
    return;
  }
  if (topic === "kifu:clock-started") clocks.stopped = false;
  spend(clocks, at);
  const back = topic === "kifu:move-taken-back";
  clocks.seats = clocks.seats.map((own, seat) => follow(table.clock, own, spellOf(table, seat), back));
  const paused = table.pauses && table.disputes > 0 && !table.over;
  Object.assign(clocks, { at, running: !paused && !clocks.stopped });
}

function spellOf({ clock, asking, resigned, over }, seat) {
  if (over || resigned.includes(seat) || !asking.seats.includes(seat)) return null;
  return clock.window && asking.windows?.includes(seat) ? "window" : "turn";
}

function spend(clocks, until) {
  const elapsed = clocks.running ? Math.max(until - clocks.at, 0) : 0;
  clocks.seats = clocks.seats.map((own) => {
    if (own.spell === "window") return { ...own, window: own.window + elapsed };
    if (own.spell === "turn") return { ...own, turn: { ...own.turn, spent: own.turn.spent + elapsed } };
    return own;
  });
}

// The clock of a seat that is asked for `spell` from now on.
function follow(clock, before, spell, back) {
  if (spell === before.spell) return before;
  const own = { ...before };
  if (own.spell === "turn") Object.assign(own, { turn: nextTurn(clock, own.turn, back), closed: own.turn });
  if (spell === "turn" && back && own.closed) Object.assign(own, { turn: own.closed, closed: null });
  return { ...own, spell, window: 0 };
}

function nextTurn(clock, { bank: first, spent }, back) {
  const bank = first - Math.max(spent - clock.spell * SECOND, 0);
  if (!clock.most || back) return { bank, spent: 0 };
  const unused = Math.max(clock.spell * SECOND - spent, 0);
  return { bank: Math.max(Math.min(bank + unused, clock.most * SECOND), bank), spent: 0 };
}

// Whose time runs out first if nothing happens, or null.
function firstDue({ clock, clocks }) {
  if (!clocks.running) return null;
  const asked = clocks.seats.map(({ turn, window, spell }, seat) => {
    const whole = spell === "window" ? clock.window * SECOND - window : clock.spell * SECOND + turn.bank - turn.spent;
    return { seat, at: clocks.at + whole, spell };
  });
  const running = asked.filter(({ spell }) => spell);
  return running.reduce((first, due) => (first && first.at <= due.at ? first : due), null);
}

// Date.parse drops what is below a millisecond.
function microseconds(time) {
  const [, whole, fraction = ""] = /^(.{19})(?:\.(\d{6}))?Z$/.exec(time) ?? [null, "", ""];
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction || 0);
}
