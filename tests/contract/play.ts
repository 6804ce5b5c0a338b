// Plays games through the types that openapi-typescript makes of the OpenAPI document.
// Usage: node play.js ADDRESS RULESET...; prints each game as it ended.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./kifu.js";

type Schemas = components["schemas"];
type Kifu = Client<paths>;

function connect(address: string, token?: string): Kifu {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return createClient<paths>({ baseUrl: address, headers });
}

function must<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  if (answer.data === undefined) throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  return answer.data;
}

async function register(address: string, name: string): Promise<Kifu> {
  const { token } = must(await connect(address).POST("/v1/players", { body: { name } }));
  return connect(address, token);
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

/** The points on a table, to show that the state narrows by its ruleset. */
function scored(state: Schemas["State"]): unknown[] {
  switch (state.ruleset) {
    case "micro-dojo":
      return state.state?.seats.map((seat) => seat.gold) ?? [];
    case "daimyo":
      return state.state?.sides.map((side) => side.points) ?? [];
    case "yedo":
      return state.state?.seats.map((seat) => seat.mon) ?? [];
  }
}

async function play(people: Kifu[], ruleset: string): Promise<Schemas["Game"]> {
  const [first] = people;
  if (!first) throw new Error("nobody is here");
  const opened = must(await first.POST("/v1/games", { body: { ruleset, seats: people.length } }));
  const path = { game_id: opened.id };
  for (const [seat, person] of people.entries())
    must(await person.POST("/v1/games/{game_id}/seats", { params: { path }, body: { seat } }));
  for (let turn = 0; ; turn++) {
    const game = must(await first.GET("/v1/games/{game_id}", { params: { path } }));
    const seat = game.to_move[0];
    const person = seat === undefined ? undefined : people[seat];
    if (seat === undefined || !person) return game;
    const asked = must(await person.GET("/v1/games/{game_id}/legal-moves", { params: { path, query: { seat } } }));
    const moves = asked.choices[0]?.moves ?? [];
    const chosen = moves[turn % moves.length];
    if (!chosen) throw new Error("no legal move is listed");
    must(await person.POST("/v1/games/{game_id}/moves", { params: { path }, body: { seat, move: chosen.move } }));
  }
}

const [address, ...rulesets] = process.argv.slice(2);
if (!address) throw new Error("usage: node play.js ADDRESS RULESET...");
const people = [await register(address, "Ada"), await register(address, "Bob")];
for (const ruleset of rulesets) {
  const game = await play(people, ruleset);
  const first = people[0] as Kifu;
  const steps = must(await first.GET("/v1/games/{game_id}/steps", { params: { path: { game_id: game.id } } }));
  if (typeof steps === "string") throw new Error("JSON was expected");
  for (const step of steps.items) if (step.ruleset === "micro-dojo") step.facts.forEach(describe);
  const state = must(await first.GET("/v1/games/{game_id}/state", { params: { path: { game_id: game.id } } }));
  if (typeof state === "string") throw new Error("JSON was expected");
  console.error(scored(state));
  console.log(JSON.stringify({ id: game.id, status: game.status, steps: steps.items.length }));
}
