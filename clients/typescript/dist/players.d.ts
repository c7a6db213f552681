/** Seats in words. */
import type { SeatRequest } from "./types.js";
/**
 * Who plays a seat: the name of a person, `open`, a built-in bot (`random`, `greedy`, `search`, with a level
 * `search:4`), the id of a registered bot, or the API's own document. A name that somebody has typed goes through
 * `person`.
 */
export type Player = string | SeatRequest;
/** The API's document of a seat; throws a RangeError for a bot that does not exist. */
export declare function seatRequest(player: Player): SeatRequest;
/** A seat for a person, whatever the name is: one that a visitor has typed may be `open` or that of a bot. */
export declare function person(name: string): SeatRequest;
