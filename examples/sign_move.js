// A player's client that signs with WebCrypto, in Node or in a browser: node sign_move.js KEY_FILE COMMAND...
//
//   register                 make a key, keep it in KEY_FILE, and register it
//   sit GAME SEAT            take a seat
//   move GAME SEAT [MOVE]    play a move, given as JSON; the first legal one by default
//
// KIFU is the address of the service, such as http://127.0.0.1:8000/v1, and TOKEN the token of the player. A browser keeps
// the key in IndexedDB, not extractable, instead of in a file. docs/api.md describes what is signed.
"use strict";
const { readFileSync, writeFileSync } = require("node:fs");

const { KIFU = "http://127.0.0.1:8000/v1", TOKEN = "" } = process.env;
const { subtle } = globalThis.crypto;

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);

// RFC 8785 for values without fractions: members in order, no spaces.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

// The value of the header Kifu-Signature. `game` has the id, the version and the digest that the deed answers to.
async function signDeed(key, deed, game, seat, content) {
  const salt = globalThis.crypto.getRandomValues(new Uint8Array(32));
  const digest = hex(await subtle.digest("SHA-256", new Uint8Array([...salt, ...utf8(canonical(content))])));
  const text = `kifu ${deed} 1\ngame ${game.id}\nversion ${game.version}\ndigest ${game.digest}\nseat ${seat}\ncontent ${digest}\n`;
  return `${key.name}.${hex(salt)}.${hex(await subtle.sign("Ed25519", key.private, utf8(text)))}`;
}

async function makeKey(file) {
  const pair = await subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  writeFileSync(file, JSON.stringify(await subtle.exportKey("jwk", pair.privateKey)), { mode: 0o600, flag: "wx" });
  return readKey(file);
}

async function readKey(file) {
  const jwk = JSON.parse(readFileSync(file, "utf8"));
  const bytes = Buffer.from(jwk.x, "base64url");
  const name = hex(await subtle.digest("SHA-256", bytes)).slice(0, 16);
  return { name, public: hex(bytes), private: await subtle.importKey("jwk", jwk, "Ed25519", false, ["sign"]) };
}

async function call(path, body, signature) {
  const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
  if (signature) headers["Kifu-Signature"] = signature;
  const options = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${KIFU}${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.title}: ${answer.detail}`);
  return answer;
}

async function register(file) {
  const [key, me] = [await makeKey(file), await call("/me")];
  const proof = await subtle.sign("Ed25519", key.private, utf8(`kifu key 1\nplayer ${me.player}\nkey ${key.public}\n`));
  return call("/me/keys", { public: key.public, proof: hex(proof) });
}

async function sit(file, id, seat) {
  const [key, game, mine] = [await readKey(file), await call(`/games/${id}`), await call("/me/keys")];
  const keys = mine.keys.filter(({ until }) => until === null).map((one) => one.public);
  // All of them will sign for this seat, so look whether they are yours.
  const content = { player: mine.player, keys, entropy: null };
  return call(`/games/${id}/seats`, { seat: Number(seat) }, await signDeed(key, "seat", game, seat, content));
}

async function move(file, id, seat, chosen) {
  const [key, legal] = [await readKey(file), await call(`/games/${id}/legal-moves?seat=${seat}`)];
  const wanted = chosen === undefined ? legal.choices[0].moves[0].move : JSON.parse(chosen);
  const signature = await signDeed(key, "move", { id, ...legal }, seat, wanted);
  return call(`/games/${id}/moves`, { seat: Number(seat), move: wanted }, signature);
}

const [file, command, ...rest] = process.argv.slice(2);
const commands = { register, sit, move };
if (file === undefined || !(command in commands)) {
  console.error("node sign_move.js KEY_FILE register | sit GAME SEAT | move GAME SEAT [MOVE]");
  process.exitCode = 2;
} else {
  commands[command](file, ...rest).then(
    (answer) => console.log(JSON.stringify(answer)),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
