// "Verify this game": the browser follows digests, signatures, chance and the log itself, and says what it checked and
// what it could not. Beside it is the service's own verification, which includes the rules.

import { ask } from "../api.mjs";
import { html, useRef, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { ProblemView } from "../parts/problem.mjs";
import { say, sayNumber, sayTime } from "../words.mjs";
import { ServiceVerdict } from "./service.mjs";
import { verifyFile } from "./verify/run.mjs";

const NDJSON = "application/x-ndjson";
const MOST_BYTES = 32 * 1024 * 1024;

export function VerifyPart({ store }) {
  const [vkeys, setVkeys] = useState(recall("witnesses", ""));
  const [found, set] = useState(null);
  const turn = useRef(0);

  const run = async (name, getBytes, sources) => {
    const mine = (turn.current += 1);
    const tell = (changes) => turn.current === mine && set((was) => ({ ...was, ...changes }));
    set({ name, results: [], running: true });
    try {
      const bytes = await getBytes();
      const results = await verifyFile(
        bytes,
        { ...sources, keys: () => ask("/.well-known/kifu-keys.json"), vkeys: listKeys(vkeys) },
        (results) => tell({ results }),
      );
      tell({ results, running: false });
    } catch (problem) {
      tell({ problem, running: false });
    }
  };
  const verifyGame = () => run(null, () => askBytes(`${store.path}/archive${store.query()}`), sourcesOf(store));
  const verifyLocal = (event) => {
    const [file] = event.target.files;
    if (file) run(file.name, () => readLocal(file), {});
    event.target.value = "";
  };
  const changeVkeys = (event) => {
    setVkeys(event.target.value);
    keep("witnesses", event.target.value || null);
  };
  return html`<p>${say("audit.verify-words")}</p>
    <p><button class="primary" disabled=${found?.running} onClick=${verifyGame}>${say("audit.verify")}</button></p>
    ${found && html`<${Results} found=${found} />`}
    <details><summary>${say("audit.more-checks")}</summary>
      <label class="field">
        ${say("audit.open-file")} <input type="file" accept=".kifu" onChange=${verifyLocal} />
      </label>
      <label class="field">
        ${say("audit.vkeys")}${" "}
        <textarea rows="2" value=${vkeys} onInput=${changeVkeys} placeholder="example.org+1a2b3c4d+B…"></textarea>
      </label>
    </details>
    <${ServiceVerdict} store=${store} />`;
}

async function askBytes(path) {
  const file = await ask(path, { accept: NDJSON, whole: true });
  return new Uint8Array(await file.arrayBuffer());
}

async function readLocal(file) {
  if (file.size > MOST_BYTES) {
    throw Object.assign(new Error(), { code: "too-large", members: { detail: say("audit.too-large") } });
  }
  return new Uint8Array(await file.arrayBuffer());
}

// What a .kifu file lacks is requested when needed.
function sourcesOf(store) {
  return {
    chance: () => ask(`${store.path}/chance`),
    draws: (ruleset) => ask(`/v1/rulesets/${ruleset}/draws`),
    proof: (record) => ask(`${store.path}/proofs/${Math.max(1, record.header.steps)}`),
    keysOf: (player) => ask(`/v1/players/${encodeURIComponent(player)}/keys`),
  };
}

// Keys of witnesses, one a line, alone or as "witness NAME KEY".
function listKeys(text) {
  const words = text.split("\n").map((line) => line.trim().split(/\s+/));
  return words.filter(([word]) => word && !word.startsWith("#")).map((line) =>
    (line[0] === "witness" ? (line[2] ?? "") : line[0]));
}

const SIGNS = { waiting: "·", running: "…", ok: "✓", fault: "✗", skipped: "?", nothing: "–" };

// The look and the words of the verdict; a record whose events lack receipts is unproven, even if all checks pass.
function judge(running, faults, unsigned, holds) {
  if (running) return ["", say("audit.verifying")];
  if (faults) return ["broken", say("audit.broken", { n: faults })];
  if (unsigned) return ["unproven", `${say("audit.unproven", { n: unsigned })} ${holds}`];
  return ["holds", holds];
}

function Results({ found }) {
  if (found.problem) return html`<${ProblemView} problem=${found.problem} />`;
  const faults = found.results.filter(({ state }) => state === "fault");
  const done = found.results.filter(({ state }) => state === "ok").length;
  const skipped = found.results.filter(({ state }) => state === "skipped").length;
  const unsigned = found.results.find(({ name }) => name === "file")?.values?.unsigned ?? 0;
  const [kind, verdict] = judge(found.running, faults.length, unsigned, say("audit.holds", { n: done, skipped }));
  return html`<section class=${`verdict ${kind}`} aria-label=${say("audit.verify")}>
    ${found.name && html`<p><code>${found.name}</code></p>`}
    <p role="status"><b>${verdict}</b></p>
    <ul class="checks">
      ${found.results.map((result) => html`<li key=${result.name} class=${result.state}>
        <span class="sign" aria-hidden="true">${SIGNS[result.state]}</span>${" "}
        <b>${say(`audit.check.${result.name}`)}</b> <span>${describe(result)}</span>
      </li>`)}
    </ul>
  </section>`;
}

function describe({ name, state, values = {}, why, done, all }) {
  if (state === "waiting") return say("audit.state.waiting");
  if (state === "running") {
    return all ? say("audit.state.running", { n: sayNumber(done), all: sayNumber(all) }) : say("audit.state.started");
  }
  if (state === "skipped" || state === "nothing") return `${say(`audit.state.${state}`)} ${say(why, values)}`;
  if (state === "fault") return `${whereOf(values)} ${say(why, values)}`.trim();
  const kind = values.erased ? `${name}-erased` : name;
  return say(`audit.ok.${kind}`, { ...values, ...wordsOf(name, values), n: values.n ?? 0 });
}

function whereOf({ line, step }) {
  const places = [step && say("audit.at-step", { n: step }), line && say("audit.at-line", { n: line })].filter(Boolean);
  return places.length ? `${places.join(", ")}:` : "";
}

// What a sentence needs besides the counts.
function wordsOf(name, values) {
  if (name === "log") {
    return { time: sayTime(values.time), origin: values.checkpoint?.origin ?? "–", left: values.all - values.n };
  }
  if (name === "players") return { unsigned: values.unsigned.length };
  if (name === "chain") return { last: values.last ?? "–" };
  if (name === "witnesses") return { names: values.names.join(", ") };
  return {};
}
