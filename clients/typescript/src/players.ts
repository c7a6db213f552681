/** Seats in words. */
import type { SeatRequest } from "./types.js";

/**
 * Who plays a seat: the name of a person, `open`, a built-in bot (`random`, `greedy`, `search`, with a level
 * `search:4`), the id of a registered bot, or the API's own document. A name that somebody has typed goes through
 * `person`.
 */
export type Player = string | SeatRequest;

const BUILT_IN = /^(random|greedy|search)(?::([1-8]))?$/;
const REGISTERED = /^[0-9]{2}[a-z0-9]{26}$/;
/** What nobody would take for the name of a person. */
const BOT_LIKE = /^([a-z0-9_-]+|[^:]*:.*)$/s;
const BOTS = "random, greedy, search, search:1 to search:8, or the id of a registered bot";

/** The API's document of a seat; throws a RangeError for a bot that does not exist. */
export function seatRequest(player: Player): SeatRequest {
  if (typeof player !== "string") return player;
  const [, bot, level] = BUILT_IN.exec(player) ?? [];
  if (bot) return { kind: "bot", bot, ...(level ? { level: Number(level) } : {}) };
  if (REGISTERED.test(player)) return { kind: "remote", bot: player };
  if (player === "open") return { kind: "open" };
  const name = JSON.stringify(player);
  if (BOT_LIKE.test(player)) throw new RangeError(`There is no bot ${name}; the bots are ${BOTS}. A person of this name: person(${name})`);
  return person(player);
}

/** A seat for a person, whatever the name is: one that a visitor has typed may be `open` or that of a bot. */
export function person(name: string): SeatRequest {
  return { kind: "human", name };
}
