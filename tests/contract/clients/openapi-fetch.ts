// A player through the types that openapi-typescript makes of the OpenAPI document.
import createClient from "openapi-fetch";
import type { components, paths } from "./kifu.js";
import { type Kifu, playAll } from "./play.js";

type Schemas = components["schemas"];

function must<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

/** One line on a fact, to show that its type narrows to its members. */
function describe(fact: Schemas["MicroDojoFact"]): string {
  switch (fact.type) {
    case "gained":
      return `${fact.seat} gains ${fact.gold} gold and ${fact.food} food`;
    case "meeple-moved":
      return `${fact.seat} moves the ${fact.meeple} to ${fact.to}`;
    default:
      return fact.clause;
  }
}

/** What the seats have, to show that the state narrows by its ruleset. */
function owned(state: Schemas["State"]): number[] {
  switch (state.ruleset) {
    case "micro-dojo":
      return state.state?.seats.map((seat) => seat.gold) ?? [];
    case "daimyo":
      return state.state?.sides.map((side) => side.points) ?? [];
    case "yedo":
      return state.state?.seats.map((seat) => seat.mon) ?? [];
  }
}

async function register(address: string, name: string): Promise<Kifu<Schemas["Move"]>> {
  const { token } = must(await createClient<paths>({ baseUrl: address }).POST("/v1/players", { body: { name } }));
  const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });
  const at = (game_id: string) => ({ path: { game_id } });
  return {
    open: async (ruleset, seats) => must(await client.POST("/v1/games", { body: { ruleset, seats } })),
    sit: async (game, seat) => must(await client.POST("/v1/games/{game_id}/seats", { params: at(game), body: { seat } })),
    look: async (game) => must(await client.GET("/v1/games/{game_id}", { params: at(game) })),
    legal: async (game, seat) =>
      must(await client.GET("/v1/games/{game_id}/legal-moves", { params: { ...at(game), query: { seat } } })),
    play: async (game, seat, move) =>
      must(await client.POST("/v1/games/{game_id}/moves", { params: at(game), body: { seat, move } })),
    tell: async (game) => {
      const steps = must(await client.GET("/v1/games/{game_id}/steps", { params: at(game) }));
      const state = must(await client.GET("/v1/games/{game_id}/state", { params: at(game) }));
      if (typeof steps === "string" || typeof state === "string") throw new Error("JSON was expected");
      const facts = steps.items.flatMap((step) => (step.ruleset === "micro-dojo" ? step.facts : []));
      return [...facts.map(describe), ...owned(state)];
    },
  };
}

await playAll(register);
