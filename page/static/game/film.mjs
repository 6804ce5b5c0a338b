// The drawings of a game, step by step, kept as they arrive: one whole drawing and then differences. A drawing is
// assembled on request; unchanged nodes are the same objects in all of them.

const EVERY = 24; // A whole drawing is kept at every multiple of this many steps.

export function makeFilm() {
  const wholes = new Map();
  const changes = new Map();
  const recent = [];

  // The first line of an answer is whole, the others differ from the one before.
  function add(line, whole) {
    if (whole) addWhole(line);
    else if (!changes.has(line.step)) changes.set(line.step, line);
  }

  function addWhole(line) {
    const known = get(line.step - 1) ?? get(line.step) ?? wholes.values().next().value;
    const nodes = {};
    for (const [key, node] of Object.entries(line.nodes)) nodes[key] = share(known?.nodes[key], node);
    const { step, marked, title, description, panels, points } = line;
    const { symbols, art, materials } = known ?? line;
    wholes.set(step, { step, nodes, marked, title, description, panels, symbols, art, materials, points });
  }

  function get(n) {
    if (wholes.has(n)) return wholes.get(n);
    const near = recent.find((drawing) => drawing.step === n);
    if (near) return near;
    let first = n;
    while (!wholes.has(first) && !recent.some((drawing) => drawing.step === first)) {
      if (!changes.has(first)) return null;
      first -= 1;
    }
    let drawing = wholes.get(first) ?? recent.find((drawing) => drawing.step === first);
    const nodes = { ...drawing.nodes };
    for (let step = first + 1; step <= n; step += 1) {
      const change = changes.get(step);
      Object.assign(nodes, change.nodes);
      for (const key of change.gone ?? []) delete nodes[key];
      drawing = follow(drawing, change, nodes);
      if (step % EVERY === 0) wholes.set(step, { ...drawing, nodes: { ...nodes } });
    }
    recent.unshift(drawing);
    recent.length = Math.min(recent.length, 4);
    return drawing;
  }

  return {
    add,
    get,
    has: (n) => wholes.has(n) || reaches(n),
    points: (n) => (wholes.get(n) ?? changes.get(n))?.points,
    marked: (n) => (wholes.get(n) ?? changes.get(n))?.marked ?? [],
  };

  function reaches(n) {
    for (let step = n; step > 0; step -= 1) {
      if (wholes.has(step)) return true;
      if (!changes.has(step)) return false;
    }
    return false;
  }
}

function follow(before, change, nodes) {
  return {
    step: change.step,
    nodes,
    marked: change.marked ?? [],
    title: before.title,
    description: change.description || before.description,
    panels: change.panels?.length ? change.panels : before.panels,
    symbols: before.symbols,
    art: before.art,
    materials: before.materials,
    points: change.points ?? before.points,
  };
}

function share(known, node) {
  return known && JSON.stringify(known) === JSON.stringify(node) ? known : node;
}
