"use strict";
// Two players move workers over nine spaces, collect gold and food, and build. A game has about as many moves as one of
// Micro Dojo, each turn leaves a few choices, and the state is of a similar size.

const { INVALID_MOVE } = require("boardgame.io/core");

const TURNS = 60;
const SPACES = 9;
const BUILDINGS = [];
for (let n = 0; n < 12; n++) {
  BUILDINGS.push({ id: `building-${n}`, gold: 1 + (n % 4), food: n % 3, points: 1 + (n % 5), effect: { type: "action", spend_gold: n % 3 } });
}
const YIELDS = [
  { gold: 1, food: 0 }, { gold: 0, food: 1 }, { gold: 1, food: 1 },
  { gold: 2, food: 0 }, { gold: 0, food: 2 }, { gold: 0, food: 0 },
  { gold: 1, food: 0 }, { gold: 0, food: 1 }, { gold: 3, food: 0 },
];

function legalMoves(G, player) {
  const moves = [];
  const taken = new Set(G.workers.filter((worker) => worker.seat !== player).map((worker) => worker.space));
  for (const worker of G.workers) {
    if (worker.seat !== player) continue;
    for (let space = 0; space < SPACES; space++) {
      if (space !== worker.space && !taken.has(space)) moves.push({ type: "go", args: [worker.id, space] });
    }
  }
  const own = G.players[player];
  for (const building of G.supply) {
    if (own.gold >= building.gold && own.food >= building.food) moves.push({ type: "build", args: [building.id] });
  }
  return moves;
}

function go({ G, playerID }, workerId, space) {
  const worker = G.workers.find((one) => one.id === workerId);
  if (!worker || worker.seat !== playerID || !(space >= 0 && space < SPACES) || space === worker.space) return INVALID_MOVE;
  if (G.workers.some((one) => one.seat !== playerID && one.space === space)) return INVALID_MOVE;
  worker.space = space;
  const gained = G.spaces[space].yields;
  G.players[playerID].gold += gained.gold;
  G.players[playerID].food += gained.food;
  G.turns += 1;
}

function build({ G, playerID, random }, id) {
  const at = G.supply.findIndex((one) => one.id === id);
  const own = G.players[playerID];
  if (at < 0 || own.gold < G.supply[at].gold || own.food < G.supply[at].food) return INVALID_MOVE;
  const [building] = G.supply.splice(at, 1);
  own.gold -= building.gold;
  own.food -= building.food;
  own.points += building.points;
  own.buildings.push(building);
  if (G.deck.length > 0) G.supply.push(G.deck.splice(random.Die(G.deck.length) - 1, 1)[0]);
  G.turns += 1;
}

const game = {
  name: "little-dojo",
  setup: ({ random }) => {
    const deck = random.Shuffle(BUILDINGS);
    return {
      turns: 0,
      spaces: YIELDS.map((yields, space) => ({ space, yields, title: `space ${space}` })),
      workers: ["0", "1"].flatMap((seat, n) => [0, 1].map((k) => ({ id: `worker-${seat}-${k}`, seat, space: 2 * n + 4 * k }))),
      players: Object.fromEntries(["0", "1"].map((seat) => [seat, { gold: 2, food: 1, points: 0, buildings: [], objectives: [] }])),
      supply: deck.slice(0, 4),
      deck: deck.slice(4),
    };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { go, build },
  endIf: ({ G }) => (G.turns >= TURNS ? { points: [G.players["0"].points, G.players["1"].points] } : undefined),
  minPlayers: 2,
  maxPlayers: 2,
};

module.exports = { game, legalMoves, TURNS };
