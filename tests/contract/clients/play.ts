// Plays games through any generated client; each client says in a module of its own how it makes the calls.
// Usage: node CLIENT.js ADDRESS RULESET...; prints each game as it ended.

/** The calls that a player makes, with the moves of a generated client. */
export interface Kifu<Move> {
  open(ruleset: string, seats: number): Promise<{ id: string }>;
  sit(game: string, seat: number): Promise<unknown>;
  look(game: string): Promise<{ status: string; to_move: number[] }>;
  legal(game: string, seat: number): Promise<{ choices: { moves?: { move: Move }[] }[] }>;
  play(game: string, seat: number, move: Move): Promise<unknown>;
  /** What the client makes of the game's first steps and of its state: lines that show that types narrow. */
  tell(game: string): Promise<unknown[]>;
}

async function playOne<Move>(people: Kifu<Move>[], ruleset: string): Promise<{ id: string; status: string }> {
  const [first] = people;
  if (!first) throw new Error("nobody is here");
  const { id } = await first.open(ruleset, people.length);
  for (const [seat, person] of people.entries()) await person.sit(id, seat);
  for (let turn = 0; ; turn++) {
    const { status, to_move } = await first.look(id);
    const seat = to_move[0];
    const person = seat === undefined ? undefined : people[seat];
    if (seat === undefined || !person) return { id, status };
    const { choices } = await person.legal(id, seat);
    const moves = choices[0]?.moves ?? [];
    const chosen = moves[turn % moves.length];
    if (!chosen) throw new Error("no legal move is listed");
    await person.play(id, seat, chosen.move);
  }
}

/** Play a game of each ruleset that the command names; `register` makes a player of the service at an address. */
export async function playAll<Move>(register: (address: string, name: string) => Promise<Kifu<Move>>): Promise<void> {
  const [address, ...rulesets] = process.argv.slice(2);
  if (!address) throw new Error("usage: node CLIENT.js ADDRESS RULESET...");
  const people = [await register(address, "Ada"), await register(address, "Bob")];
  for (const ruleset of rulesets) {
    const game = await playOne(people, ruleset);
    const told = await people[0]?.tell(game.id);
    console.log(JSON.stringify({ ...game, told: told?.length }));
  }
}
