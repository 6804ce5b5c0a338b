// What the browser keeps: values in localStorage, or as long as the page where that is forbidden or full.

const memory = new Map();

export function keep(name, value) {
  memory.delete(name);
  try {
    if (value === undefined || value === null) localStorage.removeItem(`kifu.${name}`);
    else localStorage.setItem(`kifu.${name}`, JSON.stringify(value));
  } catch {
    memory.set(name, value ?? null);
  }
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
