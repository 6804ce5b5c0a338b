// Sounds for those who asked for them: what makes them is loaded with the first one.

import { prefers } from "../preferences.mjs";

export async function ring(name) {
  if (!prefers("sounds")) return;
  const { sound } = await import("./sounds.mjs").catch(() => ({}));
  await sound?.(name);
}
