/** Seats in words. */
import type { SeatRequest } from "./types.js";

/**
 * Who plays a seat: the name of a person, `open`, a built-in bot (`random`, `greedy`, `search`, with a level
 * `search:4`), the id of a registered bot, or the API's own document.
 */
export type Player = string | SeatRequest;

const BUILT_IN = /^(random|greedy|search)(?::([1-8]))?$/;
const REGISTERED = /^[0-9]{2}[a-z0-9]{26}$/;

export function seatRequest(player: Player): SeatRequest {
  if (typeof player !== "string") return player;
  const [, bot, level] = BUILT_IN.exec(player) ?? [];
  if (bot) return { kind: "bot", bot, ...(level ? { level: Number(level) } : {}) };
  if (REGISTERED.test(player)) return { kind: "remote", bot: player };
  return player === "open" ? { kind: "open" } : { kind: "human", name: player };
}
