// Where it is my turn, in all games: from one stream for all tabs of the browser, since a browser opens few connections
// to one host. The tab that holds the lock reads the stream and tells the others.

import { account } from "../account.mjs";
import { ask, readLines } from "../api.mjs";
import { observable } from "../kept.mjs";
import { keepReading } from "../reaching.mjs";
import { tellTurn } from "./notifying.mjs";

const SETTLING = 3_000; // What arrives this soon after a tab opened was already waiting.
const NOTHING = { turns: [], invited: [] };

export const waiting = observable(NOTHING);
export const refused = observable(false); // Whether the token of this browser has become invalid.

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("kifu.turns") : null;
let stop = new AbortController();
let leading = false;

export function watchTurns() {
  channel?.addEventListener("message", ({ data }) => {
    if (data.player !== account.get()?.name) return;
    if (data.asks) share();
    else waiting.set(data.waiting);
  });
  account.watch(start);
  start();
}

function start() {
  stop.abort();
  stop = new AbortController();
  leading = false;
  waiting.set(NOTHING);
  refused.set(false);
  const { signal } = stop;
  const player = account.get()?.name;
  if (!player) return;
  channel?.postMessage({ player, asks: true });
  const lead = () => follow(signal);
  if (channel && navigator.locks) navigator.locks.request(`kifu.turns.${player}`, { signal }, lead).catch(() => {});
  else lead();
}

function share() {
  if (leading) channel?.postMessage({ player: account.get()?.name, waiting: waiting.get() });
}

async function follow(signal) {
  leading = true;
  const came = Date.now();
  let known = new Set();
  const read = async (onOpen) => {
    const found = new Map();
    const settle = () => {
      const items = [...found.values()];
      const told = {
        turns: items.filter((item) => item.event === "turn").map((item) => item.data),
        invited: items.filter((item) => item.event === "invited").map((item) => item.data),
      };
      waiting.set(told);
      share();
    };
    try {
      await readLines("/v1/me/turns", ({ event, data }) => {
        const key = `${data.game}/${data.seat}`;
        if (event === "settled") {
          found.delete(key);
          known.delete(key);
        } else {
          if (event === "turn" && !known.has(key) && Date.now() - came > SETTLING) tellTurn(data);
          known.add(key);
          found.set(key, { event, data });
        }
        settle();
      }, { signal, onOpen });
      settle();
    } finally {
      known = new Set(found.keys());
    }
  };
  const problem = await keepReading(read, { signal, onLost: (problem) => problem?.status && poll(signal) });
  if (problem?.status === 401) {
    waiting.set(NOTHING);
    refused.set(true);
  }
}

// Without the stream, the list of games says nearly as much, a little later.
async function poll(signal) {
  try {
    const { items } = await ask("/v1/me/games?to_move=true&limit=100", { signal });
    const name = account.get()?.name;
    const turns = items.flatMap((game) =>
      game.to_move.filter((seat) => game.seats[seat]?.player === name).map((seat) => ({
        game: game.id,
        ruleset: game.ruleset,
        seat,
        version: game.version,
      })));
    waiting.set({ ...waiting.get(), turns });
    share();
  } catch {
    // The service is away; it is asked again.
  }
}

export function countGames(items) {
  return new Set(items.map((item) => item.game)).size;
}
