// The receipt of a step: what the service signed. The browser checks the signature itself; the file can be kept.

import { ask } from "../api.mjs";
import { html, useState } from "../html.mjs";
import { say } from "../words.mjs";
import { fromHex, hasCrypto, hasEd25519, isHex, isSigned, utf8 } from "./verify/bytes.mjs";
import { isInUse } from "./verify/chain.mjs";

export function ReceiptView({ receipt }) {
  const [verdict, setVerdict] = useState(null);
  if (!receipt) return html`<p class="soft">${say("audit.no-receipt")}</p>`;
  const check = async () => setVerdict(await checkReceipt(receipt).catch((problem) => problem.message));
  return html`<details><summary>${say("audit.receipt")}</summary>
    <pre class="receipt" tabindex="0">${JSON.stringify(receipt, null, 1)}</pre>
    <p>
      <button onClick=${() => download(receipt)}>${say("audit.keep-receipt")}</button>${" "}
      <button onClick=${check}>${say("audit.check-receipt")}</button>
    </p>
    <p role="status">${verdict}</p>
  </details>`;
}

async function checkReceipt({ game, step, version, digest, time, key: name, signature }) {
  if (!hasCrypto()) return say("audit.skip.insecure");
  if (!(await hasEd25519())) return say("audit.skip.ed25519");
  const { keys } = await ask("/.well-known/kifu-keys.json");
  const key = keys.find((one) => one.key === name);
  if (!key) return say("audit.receipt-unknown");
  const text = `kifu receipt 1\ngame ${game}\nstep ${step}\nversion ${version}\ndigest ${digest}\ntime ${time}\n`;
  const genuine = isHex(signature, 128) &&
    (await isSigned(key.public, fromHex(signature), utf8(text))) &&
    isInUse(key, time, keys);
  return say(genuine ? "audit.receipt-genuine" : "audit.receipt-false");
}

function download(receipt) {
  const blob = new Blob([JSON.stringify(receipt)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `receipt-${receipt.step}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
