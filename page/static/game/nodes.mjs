// The nodes of a drawing as elements. Each renders by itself and only when it changed: a frame maps keys to nodes, and
// after another frame only views with another node or mark render.

import { Component } from "../vendor/preact.mjs";
import { html } from "../html.mjs";
import { whenNear } from "../parts/seen.mjs";

// What all views of one picture read. A `bare` picture says nothing, since its words stand beside it. Its symbols have
// ids that begin with `prefix`: those of another picture on the page can be used by that.
export function makeFrame({ bare = false, prefix = makePrefix() } = {}) {
  const views = new Map();
  const frame = {
    drawing: null,
    marked: new Set(),
    lit: () => "",
    prefix,
    views,
    bare,
    show(drawing, marked, lit) {
      frame.drawing = drawing;
      frame.marked = new Set(marked);
      frame.lit = lit;
      for (const view of views.values()) if (view.isStale()) view.setState({});
    },
  };
  return frame;
}

let made = 0;
export const makePrefix = () => `d${(made += 1)}-`;

// Nothing stands out: `lit` says of a node whether it can be chosen, "lit", or is, "picked"; `any`, whether there is
// something to choose, and `picked`, whether a move is being picked.
export const NO_HIGHLIGHT = { lit: () => "", any: false, picked: false };

export class NodeView extends Component {
  componentDidMount() {
    this.props.frame.views.set(this.props.id, this);
  }

  componentWillUnmount() {
    const { frame, id } = this.props;
    if (frame.views.get(id) === this) frame.views.delete(id);
  }

  shouldComponentUpdate(next) {
    return next.inside !== this.props.inside || next.part !== this.props.part || this.isStale();
  }

  isStale() {
    const { frame, id } = this.props;
    const node = frame.drawing.nodes[id];
    return node !== undefined &&
      (node !== this.node || frame.marked.has(id) !== this.marked || frame.lit(node) !== this.lit ||
        (this.lit !== "" && sign(node, frame) !== this.sign));
  }

  render({ frame, id, inside = false }) {
    const node = frame.drawing.nodes[id];
    if (!node) return null;
    this.node = node;
    this.marked = frame.marked.has(id);
    this.lit = frame.lit(node);
    this.sign = this.lit && sign(node, frame);
    const told = node.title && !frame.bare;
    const look = [node.look, this.marked && "marked", told && "told", this.lit].filter(Boolean).join(" ");
    const members = { class: look || undefined, ...(told ? tell(node, this.lit, inside, frame) : {}) };
    return DRAW[node.kind](node, members, frame, inside || this.lit !== "", this);
  }
}

// Readable nodes have a name. A node that can be picked is a button, unless it contains one: a button may not contain a
// button, so it is a group with the focus. Arrows from their panel reach the others, unless they are parts of a button.
function tell(node, lit, inside, frame) {
  const pickable = lit !== "";
  const button = pickable && !holdsLit(node, frame);
  return {
    "data-key": node.key,
    "aria-label": pickable ? nameButton(node, frame) : node.title,
    "aria-pressed": button ? String(lit.includes("picked")) : undefined,
    role: button ? "button" : node.kind === "group" ? "group" : "img",
    tabindex: pickable ? 0 : inside ? undefined : -1,
  };
}

function holdsLit(node, frame) {
  return (node.children ?? []).some((key) => {
    const child = frame.drawing.nodes[key];
    return child && (frame.lit(child) !== "" || holdsLit(child, frame));
  });
}

// What the name and the role of a lit node follow from, besides the node itself.
const sign = (node, frame) => `${holdsLit(node, frame)} ${nameButton(node, frame)}`;

// Voice users say what they see on a button, so its name includes that.
function nameButton(node, frame) {
  const seen = [...textsIn(node, frame)].join(" ");
  return !seen || ` ${node.title} `.includes(` ${seen} `) ? node.title : `${node.title} · ${seen}`;
}

function* textsIn(node, frame) {
  if (node.kind === "text") yield node.text;
  for (const key of node.children ?? []) if (frame.drawing.nodes[key]) yield* textsIn(frame.drawing.nodes[key], frame);
}

// A space after each text: otherwise screen readers join two of them into one word.
const children = (node, frame, inside) =>
  (node.children ?? []).map((key) => [
    html`<${NodeView} key=${key} id=${key} frame=${frame} inside=${inside} />`,
    frame.drawing.nodes[key]?.kind === "text" && " ",
  ]);

const AROUND = 3; // How far outside a changed thing its ring is.
const HALO = 4.5; // How far outside of what can be chosen its light has its middle.
const NEAR = 1; // How far outside a symbol both are, since words stand close to it.

// What marks are drawn around: the first area among the nodes of a group, or its first symbol, or the node itself.
function groundOf(node, frame) {
  if (node.kind !== "group") return node;
  const inside = (node.children ?? []).map((key) => frame.drawing.nodes[key]).filter(Boolean);
  return inside.find(({ kind }) => kind === "rect" || kind === "circle") ?? inside.find(({ kind }) => kind === "use");
}

// An area that is larger than another one on each side, by less around a symbol. Shapes, since not every browser has
// filters within SVG.
function around(node, look, far) {
  const more = node.kind === "use" ? NEAR : far;
  if (node.kind === "circle") return html`<circle class=${look} cx=${node.x} cy=${node.y} r=${node.radius + more} />`;
  const width = node.width ?? node.size ?? 20;
  return html`<rect class=${look} x=${node.x - more} y=${node.y - more} width=${width + 2 * more}
    height=${(node.height ?? node.size ?? 20) + 2 * more} rx=${(node.radius ?? 6) + more} />`;
}

const hasArea = (node) => node && node.kind !== "path" && node.kind !== "text" && node.kind !== "group";

function below(node, view) {
  const ground = view.lit ? groundOf(node, view.props.frame) : null;
  return hasArea(ground) ? around(ground, "halo", HALO) : null;
}

// A tick at the upper right says what is picked, and a dashed ring what a step changed.
function above(node, view) {
  if (!view.marked && view.lit !== "picked") return null;
  const ground = groundOf(node, view.props.frame);
  if (!hasArea(ground)) return null;
  const { x, y, radius, width, size = 20 } = ground;
  const [right, top] = ground.kind === "circle"
    ? [x + radius * 0.75, y - radius * 0.75]
    : [x + (width ?? size), y];
  return html`${view.marked && around(ground, "last-ring", AROUND)}${view.lit === "picked" && html`
    <g class="tick" transform=${`translate(${right} ${top})`}>
      <circle class="good" r="8" /><path class="line-tick" d="M-4 0l3 3 5-6" />
    </g>`}`;
}

// The sheet that a symbol or a piece of art is drawn on: {width, height} in its own units.
export const sheetOf = (symbol, art) => ({ width: 24, height: 24, ...art?.[symbol] });

function sizeOf(symbol, size, art) {
  const { width, height } = sheetOf(symbol, art);
  return { width: size, height: (size * height) / width };
}

const DRAW = {
  group: (node, members, frame, inside, view) =>
    html`<g ...${members} transform=${node.x || node.y ? `translate(${node.x ?? 0} ${node.y ?? 0})` : undefined}>
      ${below(node, view)}${children(node, frame, inside)}${above(node, view)}
    </g>`,
  rect: (node, members, frame, inside, view) =>
    html`${below(node, view)}<rect ...${members} x=${node.x} y=${node.y} width=${node.width} height=${node.height}
      rx=${node.radius || undefined} />${above(node, view)}`,
  circle: (node, members, frame, inside, view) =>
    html`${below(node, view)}<circle ...${members} cx=${node.x} cy=${node.y} r=${node.radius} />${above(node, view)}`,
  path: (node, members) => html`<path ...${members} d=${node.path} />`,
  use: (node, members, frame, inside, view) =>
    html`${below(node, view)}<use ...${members} href=${`#${frame.prefix}${node.symbol}`} x=${node.x} y=${node.y}
      ...${sizeOf(node.symbol, node.size ?? 20, frame.drawing.art)} />${above(node, view)}`,
  text: (node, members) =>
    html`<text ...${members} x=${node.x} y=${node.y} font-size=${node.size ?? 13} text-anchor=${node.anchor ?? "start"}
      font-weight=${node.bold ? 700 : undefined}>${node.text}</text>`,
};

// What the style sheet needs to know of a board: its size, and the smallest type on it, in units.
const measure = (node, frame) =>
  `--units: ${node.width}; --high: ${node.height}; --least: ${leastType(node, frame)}`;

function leastType(node, frame) {
  if (node.kind === "text") return node.size ?? 13;
  const inside = (node.children ?? []).map((key) => frame.drawing.nodes[key]).filter(Boolean);
  return Math.min(Infinity, ...inside.map((child) => leastType(child, frame)));
}

const EVERYWHERE = 100; // Sizes of the window around it: what is shown at all is within them.

// Panels that are not shown, as most on a phone, have their size only, and are filled as soon as they are shown.
export class PanelView extends NodeView {
  componentDidMount() {
    super.componentDidMount();
    if (this.base.getClientRects().length) this.setState({ filled: true });
    else this.watcher = whenNear(this.base, EVERYWHERE, () => this.setState({ filled: true }));
  }

  componentWillUnmount() {
    super.componentWillUnmount();
    this.watcher?.();
  }

  shouldComponentUpdate(next, state) {
    return state.filled !== this.state.filled || super.shouldComponentUpdate(next);
  }

  render({ frame, id, part }, { filled = false }) {
    const node = frame.drawing.nodes[id];
    if (!node) return null;
    this.node = node;
    this.marked = frame.marked.has(id);
    this.lit = frame.lit(node);
    return html`<svg class=${`panel ${node.look ?? ""}`} viewBox=${`0 0 ${node.width ?? 360} ${node.height}`}
      style=${node.width && measure(node, frame)} role="group" aria-label=${node.title} data-panel=${id}
      data-part=${part} tabindex="0">
      ${filled && children(node, frame, false)}
      <rect class="focus-ring" width="0" height="0" />
    </svg>`;
  }
}

// Materials have the names that the style sheet knows; symbols and art have names of their own in each picture.
export function Symbols({ frame, drawing }) {
  const { symbols = {}, art = {}, materials = {} } = drawing;
  return html`<svg class="symbols" aria-hidden="true" width="0" height="0">
    ${Object.entries(materials).map(([name, material]) =>
      html`<${Material} key=${name} name=${name} ...${material} />`)}
    ${Object.entries(symbols).map(([name, path]) => html`<symbol key=${name} id=${`${frame.prefix}${name}`}
      viewBox="0 0 24 24"><path d=${path} /></symbol>`)}
    ${Object.entries(art).map(([name, { width = 24, height = 24, shapes }]) => html`<symbol key=${name}
      id=${`${frame.prefix}${name}`} viewBox=${`0 0 ${width} ${height}`}>
      ${shapes.map((shape) => drawShape(shape, frame, art))}
    </symbol>`)}
  </svg>`;
}

function drawShape({ look, path, symbol, x = 0, y = 0, size = 20 }, frame, art) {
  if (!symbol) return html`<path class=${look} d=${path} />`;
  return html`<use class=${look} href=${`#${frame.prefix}${symbol}`} x=${x} y=${y} ...${sizeOf(symbol, size, art)} />`;
}

function Material({ name, stops, radial, look, path, width, height }) {
  if (!stops) {
    return html`<pattern id=${name} patternUnits="userSpaceOnUse" width=${width} height=${height}>
      <path class=${look} d=${path} />
    </pattern>`;
  }
  const shown = stops.map((stop) =>
    html`<stop class=${stop.look} offset=${stop.offset ?? 0} stop-opacity=${stop.opacity ?? 1} />`);
  return radial
    ? html`<radialGradient id=${name}>${shown}</radialGradient>`
    : html`<linearGradient id=${name} x2="0" y2="1">${shown}</linearGradient>`;
}
