// The random draws of the shown step: from what, on which occasion, each outcome that the viewer may know, and a link
// to its proof.

import { ask } from "../api.mjs";
import { html, useEffect, useState } from "../html.mjs";
import { Folding } from "../parts/folding.mjs";
import { wantsMotion } from "../preferences.mjs";
import { useWatched } from "../router.mjs";
import { language, say, sayNumber } from "../words.mjs";

const PAUSE = 150; // Milliseconds: moving the slider does not request each step on the way.
const MOST = 14; // The most outcomes shown of one purpose; a shuffle has as many as there are cards.

const asked = new Map();

// Everything that a game draws for: it stays the same while the page is open.
function askDraws(ruleset) {
  const key = `${language.get()} ${ruleset}`;
  if (!asked.has(key)) {
    const answer = ask(`/v1/rulesets/${ruleset}/draws`);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
  }
  return asked.get(key);
}

const chances = new WeakMap();

// The outcomes of a game up to a step at least, as the viewer may see them.
async function askChance(store, n) {
  const path = `${store.path}/chance${store.query()}`;
  const known = chances.get(store);
  const over = store.info.get().result !== null; // Then nothing is secret any more.
  if (known?.path === path && known.last >= n && known.over === over) return known.answer;
  const answer = ask(path);
  const entry = { path, over, last: store.last.get(), answer };
  chances.set(store, entry);
  answer.catch(() => chances.get(store) === entry && chances.delete(store));
  return answer;
}

// Returns [{of, when, kind, name, outcomes}] for a step, in the order of drawing; empty if chance was not involved.
async function findDrawn(store, step) {
  const { purposes, draws } = await askDraws(store.info.get().ruleset);
  const types = new Set(step.facts.map((fact) => fact.type));
  if (!purposes.some(({ facts }) => facts.some((type) => types.has(type)))) return [];
  const { outcomes } = await askChance(store, step.n);
  const found = new Map();
  for (const outcome of outcomes.filter((one) => one.step === step.n)) {
    const name = outcome.purpose;
    const place = purposes.findIndex(({ pattern }) => new RegExp(`^(?:${pattern})$`).test(name));
    if (place < 0) continue;
    const { of, when } = purposes[place];
    if (!found.has(name)) found.set(name, { name, of, when, kind: draws[place].kind, outcomes: [] });
    found.get(name).outcomes.push(outcome);
  }
  return [...found.values()];
}

export function Drawn({ store, openProof }) {
  const shown = useWatched(store.shown);
  const staged = useWatched(store.staged);
  const viewer = useWatched(store.viewer);
  const over = useWatched(store.info)?.result !== null;
  const spoken = useWatched(language);
  const n = staged ?? shown;
  const [drawn, set] = useState({ n: 0, purposes: [] });
  useEffect(() => {
    let current = true;
    const tell = (purposes) => current && set({ n, purposes });
    const look = () => {
      const step = store.step(n);
      if (step) findDrawn(store, step).then(tell, () => tell([]));
      else if (current) timer = setTimeout(look, PAUSE);
    };
    let timer = setTimeout(look, PAUSE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [store, n, viewer, over, spoken]);
  if (drawn.n !== n || !drawn.purposes.length) return null;
  // On this page already; in another tab it is an address.
  const prove = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openProof(n);
  };
  return html`<${Folding} name="drawn" look="drawn" title=${say("replay.drawn", { n: sayNumber(n) })}>
    <ul key=${n} class=${wantsMotion() ? "moves" : ""} tabindex="0">
      ${drawn.purposes.map((purpose) => html`<${Purpose} key=${purpose.name} ...${purpose} />`)}
    </ul>
    <p>
      <span class="soft">${say("replay.drawn.seed")}</span>${" "}
      <a href=${`/games/${store.id}?audit=chance#${n}`} onClick=${prove}>${say("replay.drawn.proof")}</a>
    </p>
  <//>`;
}

function Purpose({ of, when, kind, outcomes }) {
  const more = outcomes.length - MOST;
  const Lot = kind === "roll" ? Die : Slip;
  return html`<li>
    <span class="lots">
      ${outcomes.slice(0, MOST).map((outcome, place) => html`<${Lot} key=${place} ...${outcome} />`)}
      ${more > 0 && html`<span class="soft">${say("replay.drawn.more", { n: more })}</span>`}
    </span>
    <span><b>${of}</b> <span class="soft">${when}</span></span>
  </li>`;
}

const PIPS = [[12, 12], [7, 7], [17, 17], [17, 7], [7, 17], [7, 12], [17, 12]];
const FACES = [[0], [1, 2], [0, 1, 2], [1, 2, 3, 4], [0, 1, 2, 3, 4], [1, 2, 3, 4, 5, 6]];

function Die({ result = null, bound }) {
  if (result === null || bound > FACES.length) return html`<${Slip} result=${result} bound=${bound} />`;
  const said = say("replay.drawn.die", { n: sayNumber(result + 1) });
  return html`<svg class="lot" viewBox="0 0 24 24" width="30" height="30" role="img" aria-label=${said}>
    <title>${said}</title>
    <rect x="1.5" y="1.5" width="21" height="21" rx="4" />
    ${FACES[result].map((pip) => html`<circle key=${pip} cx=${PIPS[pip][0]} cy=${PIPS[pip][1]} r="2.1" />`)}
  </svg>`;
}

// One of so many, as it is drawn from a bag or a deck; what is secret shows its back.
function Slip({ result = null, bound = null }) {
  const said = result === null
    ? say("replay.drawn.secret")
    : say("replay.drawn.one", { n: sayNumber(result + 1), of: sayNumber(bound) });
  return html`<span class=${`lot slip ${result === null ? "back" : ""}`} role="img" aria-label=${said} title=${said}>
    ${result === null ? "?" : html`<b>${sayNumber(result + 1)}</b>/${sayNumber(bound)}`}
  </span>`;
}
