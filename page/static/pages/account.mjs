// The account of this browser: the player, and how to get back in when the token is lost.

import { account, leave } from "../account.mjs";
import { ask, send } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { useTitle } from "../parts/frame.mjs";
import { Loaded, useAsked } from "../parts/loading.mjs";
import { Preferences } from "../parts/preferences.mjs";
import { save } from "../parts/saving.mjs";
import { Confirm, CopyField, Field, useDeed, useDraft, Wrong } from "../play/controls.mjs";
import { enterAsGuest, recover, register, signIn } from "../play/entering.mjs";
import { Measures } from "../play/measures.mjs";
import { refused } from "../play/turns.mjs";
import { useWatched } from "../router.mjs";
import { explain, say, sayAgo, sayTime } from "../words.mjs";

export function AccountPage() {
  useTitle(say("frame.account"));
  const player = useWatched(account);
  const [fresh, setFresh] = useState(false);
  return html`${player
    ? html`<${SignedIn} key=${player.name} player=${player} fresh=${fresh} />`
    : html`<h1>${say("frame.account")}</h1>
        <p>${say("play.account.intro")}</p>
        <div class="cards">
          <${GuestForm} />
          <${RegisterForm} onDone=${() => setFresh(true)} />
          <${TokenForm} />
          <${RecoveryForm} />
        </div>`}
    <${Preferences} />`;
}

function Form({ title, deed, button, primary = false, children, onSend }) {
  const submit = (event) => {
    event.preventDefault();
    deed.run(onSend);
  };
  return html`<form class="card" onSubmit=${submit}>
    <h2>${title}</h2>
    ${children}
    <${Wrong} problem=${deed.problem} />
    <p><button class=${primary ? "primary" : ""} disabled=${deed.busy}>${button}</button></p>
  </form>`;
}

function GuestForm() {
  const deed = useDeed();
  return html`<${Form} title=${say("play.guest.title")} deed=${deed} primary button=${say("play.guest")}
    onSend=${enterAsGuest}>
    <p>${say("play.guest.help")}</p>
  <//>`;
}

function RegisterForm({ onDone }) {
  const [name, setName, clear] = useDraft("name", "");
  const deed = useDeed();
  async function act() {
    onDone();
    await register(name.trim());
    clear();
  }
  return html`<${Form} title=${say("play.register.title")} deed=${deed} button=${say("play.register")} onSend=${act}>
    <${Field} label=${say("play.register.name")} help=${say("play.register.help")}>
      <input required maxlength="40" autocomplete="username" value=${name}
        onInput=${(event) => setName(event.target.value)} />
    <//>
  <//>`;
}

function TokenForm() {
  const [token, setToken] = useState("");
  const deed = useDeed();
  return html`<${Form} title=${say("play.sign-in.title")} deed=${deed} button=${say("play.sign-in")}
    onSend=${() => signIn(token.trim())}>
    <${Field} label=${say("play.sign-in.token")} help=${say("play.sign-in.help")}>
      <input type="password" required autocomplete="current-password" value=${token}
        onInput=${(event) => setToken(event.target.value)} />
    <//>
  <//>`;
}

function RecoveryForm() {
  const [name, setName] = useDraft("recovery-name", "");
  const [code, setCode] = useState("");
  const [others, setOthers] = useState(false);
  const deed = useDeed();
  return html`<${Form} title=${say("play.recovery.title")} deed=${deed} button=${say("play.recovery")}
    onSend=${() => recover(name.trim(), code.trim(), others)}>
    <${Field} label=${say("play.register.name")}>
      <input required maxlength="40" autocomplete="username" value=${name}
        onInput=${(event) => setName(event.target.value)} />
    <//>
    <${Field} label=${say("play.recovery.code")}>
      <input required autocomplete="off" value=${code} onInput=${(event) => setCode(event.target.value)} />
    <//>
    <label class="check">
      <input type="checkbox" checked=${others} onChange=${(event) => setOthers(event.target.checked)} />${" "}
      ${say("play.recovery.others")}
    </label>
  <//>`;
}

function SignedIn({ player, fresh }) {
  const left = useAsked((signal) => ask("/v1/me/recovery-codes", { signal }), [player.token]);
  const none = left.answer?.left === 0;
  if (useWatched(refused)) return html`<h1>${player.name}</h1>`; // The frame says what to do.
  return html`<h1>${player.name}</h1>
    <p>
      ${player.guest ? say("play.account.guest") : say("play.account.player")}${" "}
      <a href=${`/players/${encodeURIComponent(player.name)}`}>${say("play.account.page")}</a>
    </p>
    <${Measures} player=${player} />
    <section class=${fresh ? "card fresh" : "card"}>
      <h2>${say("play.codes.title")}</h2>
      <p>${say("play.codes.help")}</p>
      <${Loaded} from=${left}>${({ left: number }) => html`<p>${say("play.codes.left", { n: number })}</p>`}<//>
      <${Codes} name=${player.name} urge=${none} onMade=${left.reload} />
    </section>
    <${Tokens} player=${player} />
    <${Export} />
    <section class="card">
      <h2>${say("play.sign-out.title")}</h2>
      <p>${say("play.sign-out.help")}</p>
      ${none || left.problem
        ? html`<${Confirm} label=${say("play.sign-out")} question=${say("play.sign-out.lost")}
          yes=${say("play.sign-out.anyway")} onYes=${leave} />`
        : html`<button disabled=${!left.answer} onClick=${leave}>${say("play.sign-out")}</button>`}
    </section>`;
}

function Export() {
  const deed = useDeed();
  const keep = () => deed.run(async () => {
    save(await ask("/v1/me/export", { accept: "application/zip", whole: true }), "kifu-export.zip");
  });
  return html`<section class="card">
    <h2>${say("play.export.title")}</h2>
    <p>${say("play.export.help")}</p>
    <${Wrong} problem=${deed.problem} />
    <button disabled=${deed.busy} onClick=${keep}>${say("play.export")}</button>
  </section>`;
}

function Codes({ name, urge, onMade }) {
  const [codes, setCodes] = useState(null);
  const deed = useDeed();
  const make = () => deed.run(async () => {
    setCodes((await send("/v1/me/recovery-codes", undefined, { keyed: false })).codes);
    onMade();
  });
  if (!codes) {
    return html`<${Wrong} problem=${deed.problem} />
      ${urge
        ? html`<button class="primary" disabled=${deed.busy} onClick=${make}>${say("play.codes.make")}</button>`
        : html`<${Confirm} label=${say("play.codes.again")} question=${say("play.codes.sure")}
          yes=${say("play.codes.make")} disabled=${deed.busy} onYes=${make} />`}`;
  }
  const text = `${explain("Kifu", name)}\n${location.origin}\n\n${codes.join("\n")}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return html`<div role="status">
    <p><strong>${say("play.codes.once")}</strong></p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <${CopyField} label=${say("play.codes.all")} value=${codes.join(" ")} />
    <p><a href=${file} download=${`kifu-${name}.txt`}>${say("play.codes.download")}</a></p>
  </div>`;
}

function Tokens({ player }) {
  const listed = useAsked((signal) => ask("/v1/me/tokens", { signal }), [player.token]);
  const [label, setLabel, clear] = useDraft("token-label", "");
  const [made, setMade] = useState(null);
  const deed = useDeed();
  const revoke = (id, current) => deed.run(async () => {
    await send(`/v1/me/tokens/${id}`, undefined, { method: "DELETE" });
    if (current) leave();
    else listed.reload();
  });
  const make = (event) => {
    event.preventDefault();
    deed.run(async () => {
      setMade(await send("/v1/me/tokens", { label: label.trim() }, { keyed: false }));
      clear();
      listed.reload();
    });
  };
  return html`<section class="card">
    <h2>${say("play.tokens.title")}</h2>
    <p>${say("play.tokens.help")}</p>
    <${Loaded} from=${listed}>${({ items, current }) => html`<ul class="tokens">
      ${items.map((item) => html`<li key=${item.id}>
        <span><strong>${item.label}</strong>${item.id === current ? ` (${say("play.tokens.here")})` : ""}<br />
          <span class="soft">
            ${say("play.tokens.made", { time: sayTime(item.created) })}${" "}
            ${item.last_used ? say("play.tokens.used", { ago: sayAgo(item.last_used) }) : say("play.tokens.unused")}
          </span>
        </span>
        <${Confirm} label=${say("play.tokens.revoke")}
          question=${item.id === current ? say("play.tokens.sure-here") : say("play.tokens.sure")}
          yes=${say("play.tokens.revoke")} disabled=${deed.busy} onYes=${() => revoke(item.id, item.id === current)} />
      </li>`)}
    </ul>`}<//>
    <${Wrong} problem=${deed.problem} />
    ${made && html`<div role="status">
      <p>${say("play.tokens.once")}</p>
      <${CopyField} label=${made.label} value=${made.token} />
    </div>`}
    <form class="in-row" onSubmit=${make}>
      <label>
        ${say("play.tokens.label")}${" "}
        <input required maxlength="40" value=${label} onInput=${(event) => setLabel(event.target.value)} />
      </label>
      <button disabled=${deed.busy}>${say("play.tokens.make")}</button>
    </form>
  </section>`;
}
