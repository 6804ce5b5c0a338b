// Secrets of games that were opened here: links and invitations are shown by the service once, so the browser keeps
// them.

import { keep, recall } from "../kept.mjs";

const MOST = 50;

export function keepSecrets(game, { link, invitations = [] }) {
  const { [game]: known, ...others } = recall("opened", {});
  const seats = { ...known?.seats, ...Object.fromEntries(invitations.map(({ seat, secret }) => [seat, secret])) };
  keep("opened", {
    ...Object.fromEntries(Object.entries(others).slice(-MOST)),
    [game]: { link: link ?? known?.link, seats },
  });
}

export function recallSecrets(game) {
  return recall("opened", {})[game] ?? { seats: {} };
}

// Secrets come after the #, which browsers do not send.
export function addressOf(game, kind, secret) {
  return `${location.origin}/games/${game}${secret ? `#${kind}=${secret}` : ""}`;
}
