/** Seats in words. */
import type { SeatRequest } from "./types.js";
/**
 * Who plays a seat: the name of a person, `open`, a built-in bot (`random`, `greedy`, `search`, with a level
 * `search:4`), the id of a registered bot, or the API's own document.
 */
export type Player = string | SeatRequest;
export declare function seatRequest(player: Player): SeatRequest;
