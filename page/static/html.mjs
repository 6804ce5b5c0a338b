// Preact, its hooks and htm, from one place. Components are written as html`<${Name} member=${value} />`.

import { h, render } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export const html = htm.bind(h);
export { h, render };
export { Fragment } from "./vendor/preact.mjs";
export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.mjs";
