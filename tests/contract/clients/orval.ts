// A player through the functions that orval makes of the OpenAPI document.
import * as kifu from "./orval/kifu.js";
import { type Kifu, playAll } from "./play.js";

/** What the seats have, to show that the state narrows by its ruleset. */
function owned(state: kifu.State): number[] {
  switch (state.ruleset) {
    case "micro-dojo":
      return state.state?.seats.map((seat) => seat.gold) ?? [];
    case "daimyo":
      return state.state?.sides.map((side) => side.points) ?? [];
    case "yedo":
      return state.state?.seats.map((seat) => seat.mon) ?? [];
  }
}

function wrong(answer: { status: number; data: unknown }): Error {
  return new Error(`${answer.status}: ${(answer.data as kifu.Problem).detail}`);
}

async function register(address: string, name: string): Promise<Kifu<kifu.Move>> {
  // The functions ask for addresses of the service's own host, as those of a page do.
  globalThis.fetch = ((plain) => (input, init) => plain(new URL(String(input), address), init))(fetch);
  const registered = await kifu.registerPlayer({ name });
  if (registered.status !== 201) throw wrong(registered);
  const me = { headers: { Authorization: `Bearer ${registered.data.token}` } };
  return {
    open: async (ruleset, seats) => {
      const answer = await kifu.openGame({ ruleset, seats }, me);
      if (answer.status !== 201) throw wrong(answer);
      return answer.data;
    },
    sit: async (game, seat) => {
      const answer = await kifu.takeSeat(game, { seat }, me);
      if (answer.status !== 201) throw wrong(answer);
    },
    look: async (game) => {
      const answer = await kifu.getGame(game, me);
      if (answer.status !== 200) throw wrong(answer);
      return answer.data;
    },
    legal: async (game, seat) => {
      const answer = await kifu.getLegalMoves(game, { seat }, me);
      if (answer.status !== 200) throw wrong(answer);
      return answer.data;
    },
    play: async (game, seat, move) => {
      const answer = await kifu.playMove(game, { seat, move }, me);
      if (answer.status !== 201) throw wrong(answer);
    },
    tell: async (game) => {
      const answer = await kifu.getState(game, undefined, me);
      if (answer.status !== 200) throw wrong(answer);
      return owned(answer.data);
    },
  };
}

await playAll(register);
