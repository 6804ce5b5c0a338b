// Disputes: those that wait for a ruling, and those decided. Arbiters see the board before and after, and rule.

import { account } from "../account.mjs";
import { ask } from "../api.mjs";
import { Pages, Reload, RulesetChoice, useFilters, usePages, withQuery } from "../audit/lists.mjs";
import { ReportQueue } from "../audit/reports.mjs";
import { DisputeView } from "../audit/ruling.mjs";
import { html } from "../html.mjs";
import { sayText } from "../parts/erased.mjs";
import { useTitle } from "../parts/frame.mjs";
import { useAsked } from "../parts/loading.mjs";
import { titleOf, useRulesets } from "../parts/rulesets.mjs";
import { useWatched } from "../router.mjs";
import { say, sayTime } from "../words.mjs";

const SHOWN = ["open", "ruled", "withdrawn"];
const NONE = { open: "audit.none-open", ruled: "audit.none-ruled", withdrawn: "audit.none-withdrawn" };

export function DisputesPage() {
  useTitle(say("frame.disputes"));
  const [{ game, number }] = useFilters();
  const player = useWatched(account);
  const asked = useAsked((signal) =>
    (player ? ask("/v1/me", { signal }).catch(() => null) : Promise.resolve(null)), [player?.token]);
  const known = asked.answer !== undefined;
  if (/^[0-9a-f-]{36}$/.test(game ?? "") && /^[1-9][0-9]{0,5}$/.test(number ?? "")) {
    return html`<h1>${say("audit.dispute", { n: number })}</h1>
      <p><a href="/disputes">${say("audit.all-disputes")}</a></p>
      ${known && html`<${DisputeView} key=${`${game}/${number}`} game=${game} number=${number}
        caller=${asked.answer} />`}`;
  }
  return html`<h1>${say("frame.disputes")}</h1><${Queue} />
    ${asked.answer?.arbiter && html`<${ReportQueue} />`}`;
}

function Queue() {
  const rulesets = useRulesets();
  const [{ status, ruleset }, change] = useFilters();
  const shown = SHOWN.includes(status) ? status : "open";
  const pages = usePages(withQuery("/v1/disputes", { status: shown, ruleset }));
  return html`<div class="choices" role="group" aria-label=${say("player.status")}>
      ${SHOWN.map((each) => html`<button key=${each} aria-pressed=${each === shown}
        onClick=${() => change({ status: each === "open" ? "" : each })}>${say(`audit.status.${each}`)}</button>`)}
    </div>
    <form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <${RulesetChoice} rulesets=${rulesets} value=${ruleset} onChange=${(value) => change({ ruleset: value })} />
      <${Reload} pages=${pages} />
    </form>
    <${Pages} pages=${pages} empty=${say(NONE[shown])}>
      ${(items) => html`<ul class="rows">
        ${items.map((dispute) => html`<${Row} key=${`${dispute.game}/${dispute.number}`} dispute=${dispute}
          rulesets=${rulesets} />`)}
      </ul>`}
    <//>`;
}

function Row({ dispute, rulesets }) {
  return html`<li class="card listed">
    <h2>
      <a href=${`/disputes?game=${dispute.game}&number=${dispute.number}`}>
        ${titleOf(rulesets, dispute.ruleset)}, ${say("audit.about", { n: dispute.step })}
      </a>
    </h2>
    <p class="soft">${dispute.player} · <time dateTime=${dispute.raised_at}>${sayTime(dispute.raised_at)}</time></p>
    <blockquote>${sayText(dispute.claim)}</blockquote>
    ${dispute.ruling && html`<p>
      <b>${say(`audit.ruling.${dispute.ruling}`)}</b> ${sayText(dispute.words)}${" "}
      (${dispute.arbiter ?? say("audit.arbiter")})
    </p>`}
    <p><a class="button" href=${`/games/${dispute.game}#${dispute.step}`}>${say("audit.to-game")}</a></p>
  </li>`;
}
