// What somebody wrote, or that it was erased.

import { html } from "../html.mjs";
import { say } from "../words.mjs";

export const sayText = (text) => text || html`<i class="soft">${say("audit.erased")}</i>`;
