"use strict";
// node load.js PORT GAMES MOVES SECONDS: plays GAMES games at once until MOVES moves are acknowledged or SECONDS seconds
// have passed; prints a line of JSON.
//
// Matches are made and joined over the lobby, and both players are connected, before the clock starts. The player whose
// turn it is sends a random legal move as boardgame.io's client does, and the next one follows on the server's update.

const { io } = require("socket.io-client");
const { game, legalMoves, TURNS } = require("./game");

const [port, games, moves, longest] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;

async function call(path, body) {
  const answer = await fetch(address + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function prepare() {
  const { matchID } = await call(`/games/${game.name}/create`, { numPlayers: 2 });
  // Both join before one connects: with an asynchronous store, a player who joins while another connects can be lost.
  const credentials = [];
  for (const playerID of ["0", "1"]) {
    const joined = await call(`/games/${game.name}/${matchID}/join`, { playerID, playerName: `p${playerID}` });
    credentials.push(joined.playerCredentials);
  }
  const players = [];
  for (const playerID of ["0", "1"]) players.push(await connect(matchID, playerID, credentials[Number(playerID)]));
  return { matchID, players };
}

function connect(matchID, playerID, credentials) {
  return new Promise((resolve, reject) => {
    const socket = io(`${address}/${game.name}`, { transports: ["websocket"], forceNew: true });
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
    socket.on("sync", (_, { state }) => resolve({ socket, credentials, state }));
  });
}

function play({ matchID, players }, latencies, until) {
  return new Promise((resolve) => {
    let sent = 0;
    const move = (state) => {
      if (state.ctx.gameover !== undefined || latencies.length >= moves || performance.now() > until) {
        players.forEach((player) => player.socket.disconnect());
        resolve();
        return;
      }
      const playerID = state.ctx.currentPlayer;
      const { socket, credentials } = players[Number(playerID)];
      const legal = legalMoves(state.G, playerID);
      const chosen = legal[Math.floor(Math.random() * legal.length)];
      const answered = (_, next) => {
        // Of the move before, which the other player made, an update may still be on its way.
        if (next._stateID !== state._stateID + 1) return;
        socket.off("update", answered);
        socket.off("sync", synchronised);
        latencies.push(performance.now() - sent);
        move(next);
      };
      // After a lost connection, boardgame.io's client learns the state by asking for it anew.
      const synchronised = (_, { state: next }) => answered(_, next);
      socket.on("update", answered);
      socket.on("sync", synchronised);
      sent = performance.now();
      socket.emit("update", { type: "MAKE_MOVE", payload: { ...chosen, playerID, credentials } }, state._stateID, matchID, playerID);
    };
    move(players[0].state);
  });
}

async function main() {
  const each = Math.ceil(moves / games / TURNS);
  const prepared = [];
  for (let n = 0; n < games * each; n++) prepared.push(await prepare());
  const state = JSON.stringify(prepared[0].players[0].state).length;
  const latencies = [];
  const began = performance.now();
  setTimeout(() => fail(new Error("the server no longer answers")), 1000 * longest + 30000);
  const slots = Array.from({ length: games }, async (_, slot) => {
    for (let n = 0; n < each; n++) await play(prepared[slot * each + n], latencies, began + 1000 * longest);
  });
  await Promise.all(slots);
  const seconds = (performance.now() - began) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  process.stdout.write(JSON.stringify({ moves: latencies.length, seconds, median: at(0.5), p99: at(0.99), state }) + "\n");
  process.exit(0);
}

function fail(error) {
  console.error(error);
  process.exit(1);
}

main().catch(fail);
