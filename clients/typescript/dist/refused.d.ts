import type { Problem } from "./types.js";
/** An answer that is no success: an RFC 9457 problem document. Nothing was changed. */
export declare class Refused extends Error {
    readonly name: string;
    readonly status: number;
    /** The id of the broken rule, such as `BAK-12`. */
    readonly rule: string | undefined;
    /** Why, in one word: `illegal`, `superseded`, `not_to_act`, … */
    readonly reason: string | undefined;
    /** Seconds after which the request may be repeated; 0 unless the server says so. */
    readonly retryAfter: number;
    readonly problem: Partial<Problem>;
    constructor(problem: Partial<Problem>, retryAfter?: number);
}
/** No answer at all: the server cannot be reached, or did not answer in time. Its status is 0. */
export declare class Unreachable extends Refused {
    readonly name: string;
    constructor(cause: unknown);
}
