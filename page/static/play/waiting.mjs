// A game that waits for players: who sits where, sitting down, leaving, inviting and calling it off.

import { account } from "../account.mjs";
import { ask, send } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { keep, recall } from "../kept.mjs";
import { Chosen } from "../parts/chosen.mjs";
import { useAsked } from "../parts/loading.mjs";
import { useWatched } from "../router.mjs";
import { say } from "../words.mjs";
import { Confirm, CopyField, useDeed, Wrong } from "./controls.mjs";
import { ensurePlayer } from "./entering.mjs";
import { addressOf, keepSecrets, recallSecrets } from "./inviting.mjs";

export function WaitingRoom({ store, info }) {
  const player = useWatched(account);
  const deed = useDeed();
  const act = (call, body, after) => deed.run(async () => {
    if (call === "seats") await ensurePlayer();
    const answer = await send(`${store.path}/${call}`, body);
    after?.(answer);
    await store.refresh();
  });
  const opener = player && info.opened_by === player.name;
  const free = info.seats.filter((seat) => !seat.player).length;
  return html`<h2>${say("play.room", { n: free })}</h2>
    <${Chosen} game=${info} />
    ${store.invitation && html`<p>
      ${say("play.room.invited")}${" "}
      <button class="primary" disabled=${deed.busy}
        onClick=${() => act("seats", { invitation: store.invitation }, () => forgetInvitation(store.id))}>
        ${say(player ? "play.room.accept" : "play.room.accept-guest")}
      </button>
    </p>`}
    <ul class="room">
      ${info.seats.map((seat) => html`<${Seat} key=${seat.seat} store=${store} info=${info} seat=${seat}
        player=${player} opener=${opener} act=${act} busy=${deed.busy} />`)}
    </ul>
    ${info.uncounted && html`<p class="uncounted" role="status">${info.uncounted.words}</p>`}
    <${Wrong} problem=${deed.problem} />
    <${Links} store=${store} info=${info} opener=${opener} act=${act} busy=${deed.busy} />
    ${opener && html`<p>
      <${Confirm} look="quiet" disabled=${deed.busy} label=${say("play.room.cancel")}
        question=${say("play.room.cancel.sure")} yes=${say("play.room.cancel")}
        onYes=${() => act("cancellation", {})} />
    </p>`}`;
}

function forgetInvitation(game) {
  const invitations = recall("invitations", {});
  delete invitations[game];
  keep("invitations", invitations);
}

function Seat({ store, info, seat, player, opener, act, busy }) {
  const number = seat.seat;
  const mine = player && seat.player === player.name;
  const forMe = player && seat.reserved_for === player.name;
  const open = !seat.player && !seat.by_invitation && (!seat.reserved_for || forMe);
  return html`<li>
    <span class="who"><strong>${say("play.seat", { n: number + 1 })}</strong> ${occupant(seat)}</span>
    <span class="deeds">
      ${open && html`<button class=${forMe || number === 0 ? "primary" : ""} disabled=${busy}
        onClick=${() => act("seats", { seat: number })}>
        ${say(player ? "play.room.take" : "play.room.take-guest")}
      </button>`}
      ${mine && html`<button disabled=${busy} onClick=${() => act("departure", { seat: number })}>
        ${say("play.room.leave")}
      </button>`}
      ${opener && !seat.player && html`<${Keep} store=${store} info=${info} seat=${seat} act=${act} busy=${busy} />`}
    </span>
    ${opener && seat.by_invitation && !seat.player && recallSecrets(store.id).seats[number] && html`<${CopyField}
      label=${say("play.room.invitation", { n: number + 1 })}
      value=${addressOf(store.id, "invitation", recallSecrets(store.id).seats[number])} />`}
  </li>`;
}

function occupant(seat) {
  if (seat.player) return `${seat.player}${seat.bot ? ` (${say("play.bot")})` : ""}`;
  if (seat.reserved_for) return say("play.room.reserved", { name: seat.reserved_for });
  return say(seat.by_invitation ? "play.room.by-invitation" : "play.room.free");
}

// Whom the opener keeps a seat for: the holder of a link, or a bot.
function Keep({ info, store, seat, act, busy }) {
  const bots = useAsked((signal) => ask("/v1/bots", { signal }), []);
  const [name, setName] = useState("");
  const fit = (bots.answer?.items ?? []).filter((bot) => bot.rulesets.includes(info.ruleset));
  const number = seat.seat;
  const keepInvitation = ({ invitation: secret }) => keepSecrets(store.id, { invitations: [{ seat: number, secret }] });
  const invite = () => act("reservations", { seat: number }, keepInvitation);
  const choose = (event) => {
    const chosen = event.target.value;
    setName("");
    if (chosen) act("reservations", { seat: number, player: chosen });
  };
  return html`
    <button disabled=${busy} onClick=${invite}>
      ${say(seat.by_invitation ? "play.room.invite-anew" : "play.room.invite")}
    </button>
    ${fit.length > 0 && html`<select aria-label=${say("play.room.bot", { n: number + 1 })}
      value=${name} disabled=${busy}
      onChange=${choose}>
      <option value="">${say("play.room.ask-bot")}</option>
      ${fit.map((bot) => html`<option value=${bot.name}>${bot.name}</option>`)}
    </select>`}
    ${(seat.reserved_for || seat.by_invitation) && html`<button disabled=${busy}
      onClick=${() => act("reservations/withdrawal", { seat: number })}>${say("play.room.withdraw")}</button>`}`;
}

function Links({ store, info, opener, act, busy }) {
  const { link } = recallSecrets(store.id);
  if (!info.unlisted) return html`<${CopyField} label=${say("play.room.address")} value=${addressOf(store.id)} />`;
  if (!opener) return null;
  return html`${link && html`<${CopyField}
    label=${say("play.room.link")}
    value=${addressOf(store.id, "link", link)} />`}
    <p>
      <button class="quiet" disabled=${busy}
        onClick=${() => act("link", {}, (answer) => keepSecrets(store.id, answer))}>
        ${say(link ? "play.room.new-link" : "play.room.make-link")}
      </button>
    </p>`;
}
