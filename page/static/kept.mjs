// What the browser keeps: values in localStorage or, if that is forbidden or full, in the history of this tab, which
// outlives a reload but not the tab.

const memory = new Map(Object.entries(history.state?.kept ?? {}));

// The current history entry holds all values; each further entry copies them.
function keepInTab() {
  try {
    history.replaceState(memory.size ? { kept: Object.fromEntries(memory) } : null, "");
  } catch {
    // Some browsers limit how often states may change; the page itself remembers them.
  }
}

for (const moved of ["popstate", "hashchange"]) addEventListener(moved, () => memory.size && keepInTab());

export function keep(name, value) {
  const kept = memory.delete(name);
  try {
    if (value === undefined || value === null) localStorage.removeItem(`kifu.${name}`);
    else localStorage.setItem(`kifu.${name}`, JSON.stringify(value));
  } catch {
    memory.set(name, value ?? null);
  }
  if (kept || memory.size) keepInTab();
}

export function recall(name, otherwise = null) {
  if (memory.has(name)) return memory.get(name) ?? otherwise;
  try {
    const text = localStorage.getItem(`kifu.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function canKeep() {
  try {
    localStorage.setItem("kifu.probe", "1");
    localStorage.removeItem("kifu.probe");
    return true;
  } catch {
    return false;
  }
}

// Values that components watch: `set` tells everyone who called `watch`.
export function observable(value) {
  const watchers = new Set();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const watcher of [...watchers]) watcher(value);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}
