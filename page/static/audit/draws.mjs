// What chance decided in the shown step, and how each outcome follows from the seed.

import { html, useEffect, useState } from "../html.mjs";
import { Loaded, useAnswer } from "../parts/loading.mjs";
import { explain, say } from "../words.mjs";
import { fromHex, hasCrypto, keyed, toHex } from "./verify/bytes.mjs";
import { drawAgain } from "./verify/chance.mjs";

export function ChancePart({ store, info, n }) {
  const asked = useAnswer(`${store.path}/chance${store.query()}`);
  return html`<${Loaded} from=${asked}>${(chance) => html`<${Chance} chance=${chance} info=${info} n=${n} />`}<//>`;
}

function Chance({ chance, info, n }) {
  const outcomes = chance.outcomes.filter(({ step }) => step === n);
  const derived = useDerived(chance.seed, outcomes);
  const entropies = chance.entropies.flatMap((text, seat) =>
    (text === null ? [] : [explain(info.seats[seat]?.player ?? seat, text)]));
  return html`
    ${chance.changed.includes(n) && html`<p>${say("audit.chance-changed")}</p>`}
    ${outcomes.length ? html`<div class="wide" tabindex="0" role="region" aria-label=${say("audit.part.chance")}><table>
      <thead>
        <tr>
          <th>${say("audit.purpose")}</th>
          <th class="number">${say("audit.draw")}</th>
          <th class="number">${say("audit.counter")}</th>
          <th class="number">${say("audit.bound")}</th>
          <th class="number">${say("audit.result")}</th>
          <th>${say("audit.derivation")}</th>
        </tr>
      </thead>
      <tbody>${outcomes.map((outcome, index) => html`<tr key=${index}>
        <td><code>${outcome.purpose}</code></td>
        <td class="number">${outcome.draw ?? "–"}</td>
        <td class="number">${outcome.counter}</td>
        <td class="number">${outcome.bound ?? say("audit.secret")}</td>
        <td class="number">${outcome.result ?? say("audit.secret")}</td>
        <td><${Derivation} again=${derived[index]} outcome=${outcome} /></td>
      </tr>`)}</tbody></table></div>` : html`<p class="soft">${say("audit.no-chance")}</p>`}
    <dl class="pairs">
      <dt>${say("audit.commitment")}</dt><dd><code>${chance.commitment}</code></dd>
      <dt>${say("audit.method")}</dt><dd><code>${chance.derivation ?? "–"}</code></dd>
      <dt>${say("audit.entropies")}</dt><dd>${entropies.length ? entropies.join("; ") : say("audit.no-entropy")}</dd>
      <dt>${say("audit.server-seed")}</dt>
      <dd>${chance.server_seed ? html`<code>${chance.server_seed}</code>` : say("audit.seed-secret")}</dd>
      ${chance.seed && html`<dt>${say("audit.seed")}</dt><dd><code>${chance.seed}</code></dd>`}
    </dl>`;
}

// How the browser recomputed the outcome: the message, the resulting number, and the remainder.
function Derivation({ again, outcome }) {
  const message = `${outcome.draw ?? outcome.step}/${outcome.purpose}/${outcome.counter}`;
  if (!again) return html`<code>HMAC(seed, "${message}")</code>`;
  const right = again.result === BigInt(outcome.result) && again.counter === outcome.counter;
  return html`<code>
    HMAC(seed, "${message}") = ${toHex(again.digest.subarray(0, 8))}… mod ${outcome.bound} =${" "}
    ${String(again.result)}
  </code> ${right ? `✓ ${say("audit.right")}` : `✗ ${say("audit.wrong")}`}`;
}

function useDerived(seed, outcomes) {
  const [found, set] = useState([]);
  useEffect(() => {
    let current = true;
    set([]);
    if (seed && hasCrypto()) deriveAll(seed, outcomes).then((all) => current && set(all));
    return () => (current = false);
  }, [seed, outcomes[0]?.step]);
  return found;
}

async function deriveAll(seed, outcomes) {
  const hmac = await keyed(fromHex(seed));
  const next = new Map();
  const all = [];
  for (const { draw, step, purpose, bound } of outcomes) {
    const place = `${draw ?? step}/${purpose}`;
    const again = await drawAgain(hmac, place, next.get(place) ?? 0, bound);
    next.set(place, again.counter + 1);
    all.push(again);
  }
  return all;
}
