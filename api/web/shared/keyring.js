// What this browser holds for each game: tokens and the promise it saw first. It stays here, and survives a reload.

const PREFIX = "ludotheque.game.";

export function keysOf(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id)) ?? {};
  } catch {
    return {};
  }
}

export function keep(id, keys) {
  localStorage.setItem(PREFIX + id, JSON.stringify({ ...keysOf(id), ...keys, at: Date.now() }));
}

export function forget(id) {
  localStorage.removeItem(PREFIX + id);
}

/** The tables that this browser sat at, the latest first. */
export function tables() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ id: key.slice(PREFIX.length), ...keysOf(key.slice(PREFIX.length)) }))
    .filter((table) => table.slug && (table.token || table.host))
    .sort((one, other) => other.at - one.at);
}

/** The strongest token for looking: a seat's, else a spectator's, else the host's. */
export function lookingToken(keys) {
  return keys.token ?? keys.spectator ?? keys.host;
}
