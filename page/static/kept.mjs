// What the browser keeps: values in localStorage, and nothing where that is forbidden or full.

export function keep(name, value) {
  try {
    if (value === undefined || value === null) localStorage.removeItem(`kifu.${name}`);
    else localStorage.setItem(`kifu.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

export function recall(name, otherwise = null) {
  try {
    const text = localStorage.getItem(`kifu.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
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
