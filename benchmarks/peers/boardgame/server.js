"use strict";
// node server.js PORT [JSON of a PostgreSQL connection]: boardgame.io's own server, in memory or with bgio-postgres.

const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game");

async function main() {
  const [port, connection] = process.argv.slice(2);
  const options = { games: [game], origins: [Origins.LOCALHOST] };
  if (connection) {
    const { PostgresStore } = require("bgio-postgres");
    options.db = new PostgresStore({ ...JSON.parse(connection), logging: false, pool: { max: 16 } });
  }
  const server = Server(options);
  // Its logging of requests is not what is measured.
  console.info = console.log = () => {};
  await server.run({ port: Number(port), callback: () => process.stdout.write("ready\n") });
}

main();
