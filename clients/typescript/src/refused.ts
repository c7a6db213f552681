import type { Problem } from "./types.js";

/** An answer that is no success: an RFC 9457 problem document. Nothing was changed. */
export class Refused extends Error {
  override readonly name: string = "Refused";
  readonly status: number;
  /** The id of the broken rule, such as `BAK-12`. */
  readonly rule: string | undefined;
  /** Why, in one word: `illegal`, `superseded`, `not_to_act`, … */
  readonly reason: string | undefined;
  /** Seconds after which the request may be repeated; 0 unless the server says so. */
  readonly retryAfter: number;
  readonly problem: Partial<Problem>;

  constructor(problem: Partial<Problem>, retryAfter = 0) {
    super(problem.detail ?? problem.title ?? `status ${problem.status ?? 0}`);
    this.problem = problem;
    this.status = problem.status ?? 0;
    this.rule = problem.rule;
    this.reason = problem.reason;
    this.retryAfter = retryAfter;
  }
}

/** No answer at all: the server cannot be reached, or did not answer in time. Its status is 0. */
export class Unreachable extends Refused {
  override readonly name: string = "Unreachable";

  constructor(cause: unknown) {
    super({ status: 0, title: "offline" });
    this.message = `The server does not answer: ${reason(cause)}`;
    this.cause = cause;
  }
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message;
}
