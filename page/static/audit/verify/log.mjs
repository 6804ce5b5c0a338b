// The log that the service signs: whether an event is in it, whether a checkpoint covers its head, and who cosigned
// that. docs/checkpoints.md.

import { Fault, fromBase64, fromHex, isEqual, isHex, isSigned, sha256, timeOf, toHex, utf8 } from "./bytes.mjs";
import { isInUse } from "./chain.mjs";

const NOWHERE = { line: 0, step: 0 };

// Check that a proof of inclusion is about an event of a record.
export function checkSubject({ header, game }, proof) {
  if (proof.game !== header.game || game[proof.version - 1]?.digest !== proof.digest) {
    throw new Fault("audit.fault.proof-other", { line: 0, step: proof.step ?? 0 });
  }
}

// Check a proof of inclusion; returns what the checkpoint covers. Without `keys`, the service's signatures are not
// checked: the reader may trust only its witnesses.
export async function checkInclusion({ game, version, digest, step = 0, index, path, head, heads, partition }, keys) {
  const where = { line: 0, step };
  const own = crc32(fromHex(game.replaceAll("-", ""))) % 64;
  if (own !== partition || head.partition !== partition) throw new Fault("audit.fault.partition", where);
  if (keys) await checkHead(head, keys, where);
  const leaf = `kifu leaf 1\ngame ${game}\nversion ${version}\ndigest ${digest}\n`;
  await checkPath(await hashLeaf(leaf), index, head.size, path, fromHex(head.root), where);
  const found = { n: version, leaves: head.size, time: head.time, partition, checkpoint: null };
  if (!heads) return found;
  const [kind, at, ...lines] = heads.leaf.split("\n");
  const isLeaf = kind === "kifu heads 1" && /^time \S+$/.test(at);
  if (!isLeaf || lines[partition] !== `${partition} ${head.size} ${head.root}`) {
    throw new Fault("audit.fault.heads", where);
  }
  const note = await readNote(heads.checkpoint, keys, at.replace(/^time /, ""));
  await checkPath(await hashLeaf(heads.leaf), heads.index, note.size, heads.path, note.root, where);
  return { ...found, checkpoint: note };
}

export async function checkHead({ partition, size, root, time, key: name, signature }, keys, where) {
  const text = `kifu tree head 1\npartition ${partition}\nsize ${size}\nroot ${root}\ntime ${time}\n`;
  const key = keys.find((one) => one.key === name);
  const signed = key && isHex(signature, 128) && (await isSigned(key.public, fromHex(signature), utf8(text)));
  if (!signed || !isInUse(key, time, keys)) throw new Fault("audit.fault.head", where);
}

// A signed note: its text, and who signed it. Without `keys`, nothing is checked. It cannot have been signed before
// `since`, so keys that went out of use before that do not count.
export async function readNote(note, keys = null, since = null) {
  const end = note.lastIndexOf("\n\n");
  const [origin, size, root, ...rest] = note.slice(0, end + 1).split("\n");
  if (end < 0 || !note.endsWith("\n") || !/^(0|[1-9][0-9]*)$/.test(size ?? "") || !origin || rest.at(-1) !== "") {
    throw new Fault("audit.fault.note", NOWHERE);
  }
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n").map(readSignature);
  const others = lines.filter(({ name }) => name !== origin);
  let signed = false;
  for (const { name, value } of keys ? lines : []) {
    if (name !== origin) continue;
    for (const key of keys) {
      const id = (await sha256(utf8(`${origin}\n\x01`), fromHex(key.public))).subarray(0, 4);
      if (!isEqual(id, value.subarray(0, 4))) continue;
      if (!(await isSigned(key.public, value.subarray(4), utf8(text)))) throw new Fault("audit.fault.note", NOWHERE);
      signed ||= since === null || !key.until || timeOf(since) <= timeOf(key.until);
    }
  }
  if (keys && !signed) throw new Fault("audit.fault.note", NOWHERE);
  return { origin, size: Number(size), root: fromBase64(root), text, witnesses: others };
}

// A signature line: the signer and the bytes. A witness's has the time in the eight bytes after its key.
function readSignature(line) {
  const [, name, encoded] = /^\u2014 (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
  const value = fromBase64(encoded ?? "");
  if (value.length < 5) throw new Fault("audit.fault.note", NOWHERE);
  const seconds = value.length === 76 ? new DataView(value.buffer).getBigUint64(4) : null;
  return { name, value, time: seconds === null ? null : new Date(Number(seconds) * 1000).toISOString() };
}

// Which of these witnesses cosigned a note; `vkeys` are lines of name+id+key. A false signature of one of them is a
// fault.
export async function checkWitnesses(note, vkeys) {
  const found = [];
  for (const vkey of vkeys) {
    const [name, id, ...rest] = vkey.trim().split("+");
    let material = new Uint8Array();
    try {
      material = fromBase64(rest.join("+"));
    } catch {
      // Not base64, so not a key.
    }
    const keyId = (await sha256(utf8(`${name}\n`), material)).subarray(0, 4);
    if (material[0] !== 4 || material.length !== 33 || toHex(keyId) !== id) {
      throw new Fault("audit.fault.vkey", { ...NOWHERE, name: vkey });
    }
    const isTheirs = (one) => one.name === name && isEqual(one.value.subarray(0, 4), keyId);
    const signatures = note.witnesses.filter(isTheirs);
    // Each signature in this witness's name must be genuine, even after another one.
    for (const { value } of signatures) {
      const at = value.length === 76 ? new DataView(value.buffer).getBigUint64(4) : 0n;
      const text = utf8(`cosignature/v1\ntime ${at}\n${note.text}`);
      if (!(await isSigned(toHex(material.subarray(1)), value.subarray(12), text))) {
        throw new Fault("audit.fault.witness", { ...NOWHERE, name });
      }
    }
    if (signatures.length) found.push(name);
  }
  return { n: new Set(found).size, all: vkeys.length, names: found };
}

const hashLeaf = (text) => sha256("\x00", text);

// RFC 9162, 2.1.3.2.
async function checkPath(leaf, index, size, path, root, where) {
  let [here, last, found] = [index, size - 1, leaf];
  for (const step of path) {
    if (last === 0 || !isHex(step, 64)) throw new Fault("audit.fault.path", where);
    const sibling = fromHex(step);
    if (here % 2 === 1 || here === last) {
      found = await sha256("\x01", sibling, found);
      while (here !== 0 && here % 2 === 0) [here, last] = [here / 2, Math.floor(last / 2)];
    } else found = await sha256("\x01", found, sibling);
    [here, last] = [Math.floor(here / 2), Math.floor(last / 2)];
  }
  if (index >= size || last !== 0 || !isEqual(found, root)) throw new Fault("audit.fault.path", where);
}

function crc32(data) {
  let found = 0xffffffff;
  for (const byte of data) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit += 1) found = (found >>> 1) ^ (found & 1 ? 0xedb88320 : 0);
  }
  return (found ^ 0xffffffff) >>> 0;
}
