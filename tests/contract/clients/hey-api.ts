// A player through the client that @hey-api/openapi-ts makes of the OpenAPI document.
import { createClient, createConfig } from "./hey/client/index.js";
import * as kifu from "./hey/sdk.gen.js";
import type { DaimyoFact, Move, Problem, State } from "./hey/types.gen.js";
import { type Kifu, playAll } from "./play.js";

function must<T>(answer: { data: T | undefined; error: unknown }): T {
  if (answer.data === undefined) throw new Error((answer.error as Problem | undefined)?.detail ?? "no answer");
  return answer.data;
}

/** One line on a fact, to show that its type narrows to its members. */
function describe(fact: DaimyoFact): string {
  return fact.type === "dice-rolled" ? `side ${fact.side} rolls ${fact.dice.length} dice` : fact.clause;
}

/** What the seats have, to show that the state narrows by its ruleset. */
function owned(state: State): number[] {
  switch (state.ruleset) {
    case "micro-dojo":
      return state.state?.seats.map((seat) => seat.gold) ?? [];
    case "daimyo":
      return state.state?.sides.map((side) => side.points) ?? [];
    case "yedo":
      return state.state?.seats.map((seat) => seat.mon) ?? [];
  }
}

async function register(address: string, name: string): Promise<Kifu<Move>> {
  const anyone = createClient(createConfig({ baseUrl: address }));
  const { token } = must(await kifu.registerPlayer({ client: anyone, body: { name } }));
  const client = createClient(createConfig({ baseUrl: address, auth: () => token }));
  const at = (game_id: string) => ({ client, path: { game_id } });
  return {
    open: async (ruleset, seats) => must(await kifu.openGame({ client, body: { ruleset, seats } })),
    sit: async (game, seat) => must(await kifu.takeSeat({ ...at(game), body: { seat } })),
    look: async (game) => must(await kifu.getGame(at(game))),
    legal: async (game, seat) => must(await kifu.getLegalMoves({ ...at(game), query: { seat } })),
    play: async (game, seat, move) => must(await kifu.playMove({ ...at(game), body: { seat, move } })),
    tell: async (game) => {
      // The stream of a finished game tells its last steps and ends.
      const { stream } = await kifu.watchGame({ ...at(game), headers: { "Last-Event-ID": "2" } });
      const told: unknown[] = [];
      for await (const event of stream) {
        if (!event || !("facts" in event)) continue;
        told.push(event.words);
        if (event.ruleset === "daimyo") told.push(...event.facts.map(describe));
        if (told.length > 20) break;
      }
      return [...told, ...owned(must(await kifu.getState(at(game))))];
    },
  };
}

await playAll(register);
