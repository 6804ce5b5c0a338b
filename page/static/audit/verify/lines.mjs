// The lines of a .kifu file, read as strictly as Kifu reads them; docs/archive.md has the format.

import { Fault, fromHex, latin1, sha1, sha256, toHex, utf8 } from "./bytes.mjs";

const HEADER = ["kifu", "game", "ruleset", "rules", "content", "players", "status", "steps", "redacted", "messages"];
const MOST_LINES = 100000;

// A file in its parts: header, content, events and messages (each with its line), evidence.
export async function readFile(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length > MOST_LINES) throw new Fault("audit.fault.long", { line: MOST_LINES });
  if (!/^\{"kifu":[1-5],/.test(lines[0])) throw new Fault("audit.fault.format", { line: 1 });
  const header = parseLine(lines, 0, HEADER);
  const content = header.kifu >= 3 ? parseLine(lines, 1, ["content", "files"]) : null;
  const proven = header.kifu === 4 || (header.kifu === 5 && lines.at(-1).startsWith('{"evidence":'));
  const evidence = proven ? parseLine(lines, lines.length - 1, ["evidence"]).evidence : null;
  if (evidence === undefined) throw new Fault("audit.fault.evidence-missing", { line: lines.length });
  const first = content ? 2 : 1;
  const file = { header, content, evidence, game: [], talk: [], talkId: await talkOf(header.game) };
  const end = lines.length - (evidence ? 1 : 0);
  for (let index = first; index < end; index += 1) addEvent(file, lines, index);
  if (!file.game.length) throw new Fault("audit.fault.empty", { line: first });
  if ((header.messages ?? 0) !== file.talk.length || header.messages === 0) {
    throw new Fault("audit.fault.messages", { line: 1, n: file.talk.length });
  }
  return file;
}

function addEvent(file, lines, index) {
  const members = ["topic", "event", "receipt", ...(file.header.kifu === 5 ? ["opened"] : [])];
  const { topic, event, receipt, opened } = parseLine(lines, index, members);
  const said = topic === "kifu:message-sent";
  const stream = said ? file.talk : file.game;
  const where = { line: index + 1, step: event?.n ?? 0 };
  if (typeof event !== "object" || event === null) throw new Fault("audit.fault.json", where);
  if (!said && file.talk.length) throw new Fault("audit.fault.order", where);
  const version = stream.length + 1;
  const id = said ? file.talkId : file.header.game;
  if (event.originator_id !== id || event.originator_version !== version) throw new Fault("audit.fault.place", where);
  const raw = slice(lines[index], findMember(lines[index], 0, "event", where));
  stream.push({ topic, event, receipt, opened, raw, version, where, id });
}

// The object of a line: it has no other members, and none twice at any depth.
function parseLine(lines, index, members) {
  const where = { line: index + 1, step: 0 };
  let value, text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(latin1(lines[index] ?? ""));
    value = JSON.parse(text);
  } catch {
    throw new Fault("audit.fault.json", where);
  }
  // eslint-disable-next-line no-control-regex -- Control characters are what is looked for.
  if (/[\x00-\x1f\x7f]|^[^{]|[^}]$/.test(text) || typeof value !== "object" || value === null) {
    throw new Fault("audit.fault.json", where);
  }
  const twice = findTwice(text);
  if (twice !== null) throw new Fault("audit.fault.twice", { ...where, name: twice });
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined) throw new Fault("audit.fault.unknown-member", { ...where, name: unknown });
  return value;
}

// The first repeated name of an object, as written, or null: JSON.parse silently takes the last.
function findTwice(text) {
  const open = [];
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (colon) {
      const name = JSON.parse(string);
      if (open.at(-1).has(name)) return string;
      open.at(-1).add(name);
    }
  }
  return null;
}

export const slice = (text, [start, end]) => text.slice(start, end);

// Where the value of a member, or the item of an array, starts and ends; `at` is the bracket in front of it.
export function findMember(text, at, name, where) {
  for (let place = at + 1, index = 0; place < text.length && !"]}".includes(text[place]); index += 1) {
    let key = String(index);
    if (text[at] === "{") {
      const colon = endOf(text, place);
      key = JSON.parse(text.slice(place, colon));
      place = colon + 1;
    }
    const end = endOf(text, place);
    if (key === name) return [place, end];
    place = text[end] === "," ? end + 1 : end;
  }
  throw new Fault("audit.fault.pointer", { ...where, name });
}

// The end of the value that starts at a place.
function endOf(text, place) {
  let depth = 0;
  for (let at = place; at < text.length; at += 1) {
    if (text[at] === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    } else if ("{[".includes(text[at])) depth += 1;
    else if (depth === 0 && ",:]}".includes(text[at])) return at;
    else if ("]}".includes(text[at])) depth -= 1;
    if (depth === 0 && '"]}'.includes(text[at])) return at + 1;
  }
  return text.length;
}

// The id of the stream of messages of a game: a UUID of version 5 in the name space of the game.
async function talkOf(game) {
  const bytes = await sha1(fromHex(String(game).replaceAll("-", "")), "talk");
  bytes[6] = (bytes[6] & 0x0f) | 0x50;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return toHex(bytes.subarray(0, 16)).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// The content in the file has the digest that the header and the opening name.
export async function checkContent({ header, content, game }) {
  const names = Object.keys(content.files ?? {}).sort();
  const parts = [];
  for (const name of names) parts.push(`${name} ${toHex(await sha256(utf8(content.files[name])))}\n`);
  const found = toHex(await sha256(parts.join("")));
  if (found !== content.content || found !== header.content || found !== game[0].event.content) {
    throw new Fault("audit.fault.content", { line: 2, step: 0 });
  }
  return { n: names.length };
}

// The header must agree with the events, for those who read no further.
export function checkHeader({ header, game }) {
  const [{ topic, event: opened }] = game;
  if (topic !== "kifu:game-opened") throw new Fault("audit.fault.opening", { line: 2, step: 0 });
  const players = Array(opened.seats).fill(null);
  let [status, steps, ended] = ["waiting", 0, 0];
  for (const { topic, event } of game) {
    if (topic === "kifu:seat-taken") players[event.seat] = event.player;
    if (topic === "kifu:seat-left") players[event.seat] = null;
    if (topic === "kifu:game-cancelled") status = "cancelled";
    if (topic === "kifu:game-started") status = "playing";
    if ((topic === "kifu:seat-resigned" || topic === "kifu:time-ran-out") && event.result) status = "resigned";
    if (event.facts?.some((fact) => fact.type === "ended")) ended = event.n;
    if ([event.undone].flat().includes(ended)) ended = 0;
    steps = event.n ?? steps;
  }
  if (status === "playing" && ended) status = "finished";
  const rules = `${opened.ruleset}@${opened.rules_version}`;
  const said = {
    game: opened.originator_id,
    ruleset: opened.ruleset,
    rules,
    content: opened.content,
    players,
    status,
    steps,
  };
  for (const [name, value] of Object.entries(said))
    if (JSON.stringify(header[name]) !== JSON.stringify(value)) {
      throw new Fault("audit.fault.header", { line: 1, step: 0, name });
    }
  return { n: steps };
}
