// Checks what the players of a .kifu file signed, with the verifier of the page: node verify_signatures.js FILE [KEYS...]
//
// FILE ("-": standard input) is the file of a game, whole or redacted. Each of KEYS is the answer of
// /v1/players/NAME/keys: then that player must have sat down with keys from it. docs/tampering.md describes what is
// done. The digests that are signed are taken as they stand; verify_archive.js checks that they follow, and calls this
// as well. Receipts are not checked. Ends with 1 at the first event that is not as it should be.
"use strict";
const { readFileSync } = require("node:fs");
const WORDS = require("../page/catalogues/en/audit.json");

// Where a check of the page found a fault, and what it is in words; other errors are thrown again.
function sayFault(error) {
  const { key, values = {} } = error;
  if (key === undefined) throw error;
  const text = WORDS[key].other ?? WORDS[key];
  const words = text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  const place = values.line ? `line ${values.line}: ` : values.step ? `step ${values.step}: ` : "";
  return `Fault: ${place}${words}`;
}

function describe({ n, unsigned, sealed }) {
  const hidden = sealed ? ` ${sealed} are over moves that this file hides.` : "";
  const others = `Steps ${unsigned.join(", ")} of seats with keys are not the player's own or are unsigned resignations.`;
  return `${n} genuine signatures of players.${hidden}${unsigned.length ? ` ${others}` : ""}`;
}

async function main([file = "-", ...named]) {
  const { toLatin1 } = await import("../page/static/audit/verify/bytes.mjs");
  const { readFile } = await import("../page/static/audit/verify/lines.mjs");
  const { checkPlayers } = await import("../page/static/audit/verify/players.mjs");
  const record = await readFile(toLatin1(readFileSync(file === "-" ? 0 : file)));
  console.log(describe(await checkPlayers(record, named.map((name) => JSON.parse(readFileSync(name, "utf8"))))));
  console.log("Receipts, digests and moves were not checked: `kifu verify FILE --keys KEYS` does.");
}

module.exports = { describe, sayFault };

if (require.main === module) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(sayFault(error));
    process.exitCode = 1;
  });
}
