// The nodes of a drawing as elements. Each renders by itself and only when it changed: a frame says what its keys stand
// for now, and after a new frame only the views whose node or mark is another one are rendered.

import { Component } from "../vendor/preact.mjs";
import { html } from "../html.mjs";

// What all views of one picture look at. `stamps` tell whether something about a key changed.
export function makeFrame() {
  const views = new Map();
  const frame = {
    drawing: null,
    marked: new Set(),
    lit: () => "",
    prefix: `d${(made += 1)}-`,
    views,
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

// No place stands out: what `isMeant` asks of a place, whether there is `any` move to choose, and what is picked.
export const NO_HIGHLIGHT = { isMeant: () => false, any: false, picked: new Set() };

export class NodeView extends Component {
  componentDidMount() {
    this.props.frame.views.set(this.props.id, this);
  }

  componentWillUnmount() {
    const { frame, id } = this.props;
    if (frame.views.get(id) === this) frame.views.delete(id);
  }

  shouldComponentUpdate(next) {
    return next.inside !== this.props.inside || this.isStale();
  }

  isStale() {
    const { frame, id } = this.props;
    const node = frame.drawing.nodes[id];
    return node !== undefined &&
      (node !== this.node || frame.marked.has(id) !== this.marked || frame.lit(node) !== this.lit);
  }

  render({ frame, id, inside = false }) {
    const node = frame.drawing.nodes[id];
    if (!node) return null;
    this.node = node;
    this.marked = frame.marked.has(id);
    this.lit = frame.lit(node);
    const look = [node.look, this.marked && "marked", node.title && "told", this.lit].filter(Boolean).join(" ");
    const members = { class: look || undefined, ...(node.title ? tell(node, this.lit, inside, frame) : {}) };
    return DRAW[node.kind](node, members, frame, inside || this.lit !== "");
  }
}

// What can be read has a name. What can be picked is a button; the others are reached by arrows from their panel,
// unless they are parts of a button.
function tell(node, lit, inside, frame) {
  const pickable = lit !== "";
  return {
    "data-key": node.key,
    "aria-label": pickable ? nameButton(node, frame) : node.title,
    "aria-pressed": pickable ? String(lit.includes("picked")) : undefined,
    role: pickable ? "button" : node.kind === "group" ? "group" : "img",
    tabindex: pickable ? 0 : inside ? undefined : -1,
  };
}

// Who speaks to their browser says what they see on a button, so its name has that, too.
function nameButton(node, frame) {
  const seen = [...textsIn(node, frame)].join(" ");
  return !seen || node.title.includes(seen) ? node.title : `${node.title} · ${seen}`;
}

function* textsIn(node, frame) {
  if (node.kind === "text") yield node.text;
  for (const key of node.children ?? []) if (frame.drawing.nodes[key]) yield* textsIn(frame.drawing.nodes[key], frame);
}

const children = (node, frame, inside) =>
  node.children.map((key) => html`<${NodeView} key=${key} id=${key} frame=${frame} inside=${inside} />`);

const DRAW = {
  group: (node, members, frame, inside) =>
    html`<g ...${members} transform=${node.x || node.y ? `translate(${node.x ?? 0} ${node.y ?? 0})` : undefined}>
      ${children(node, frame, inside)}
    </g>`,
  rect: (node, members) =>
    html`<rect ...${members} x=${node.x} y=${node.y} width=${node.width} height=${node.height}
      rx=${node.radius || undefined} />`,
  circle: (node, members) => html`<circle ...${members} cx=${node.x} cy=${node.y} r=${node.radius} />`,
  path: (node, members) => html`<path ...${members} d=${node.path} />`,
  use: (node, members, frame) =>
    html`<use ...${members} href=${`#${frame.prefix}${node.symbol}`} x=${node.x} y=${node.y} width=${node.size ?? 20}
      height=${node.size ?? 20} />`,
  text: (node, members) =>
    html`<text ...${members} x=${node.x} y=${node.y} font-size=${node.size ?? 13} text-anchor=${node.anchor ?? "start"}
      font-weight=${node.bold ? 700 : undefined}>${node.text}</text>`,
};

export class PanelView extends NodeView {
  render({ frame, id }) {
    const node = frame.drawing.nodes[id];
    if (!node) return null;
    this.node = node;
    this.marked = frame.marked.has(id);
    this.lit = frame.lit(node);
    return html`<svg class=${`panel ${node.look ?? ""}`} viewBox=${`0 0 360 ${node.height}`} role="group"
      aria-label=${node.title} data-panel=${id} tabindex="0">
      ${children(node, frame, false)}
    </svg>`;
  }
}

export function Symbols({ frame, symbols }) {
  return html`<svg class="symbols" aria-hidden="true" width="0" height="0">
    ${Object.entries(symbols ?? {}).map(([name, path]) => html`<symbol key=${name} id=${`${frame.prefix}${name}`}
      viewBox="0 0 24 24"><path d=${path} /></symbol>`)}
  </svg>`;
}
