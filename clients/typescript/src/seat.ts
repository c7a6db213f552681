/** A seat, and its turns. */
import { sleep } from "./http.js";
import { seatRequest, type Player } from "./players.js";
import { Reader, WAIT, type Follow } from "./reader.js";
import { Refused } from "./refused.js";
import { isOver, type Acted, type Action, type Label, type LegalActions, type Schemas, type Slug, type View } from "./types.js";

const PASSED = ["superseded", "game_over"];

export class Seat<S extends Slug = Slug> extends Reader<S> implements AsyncIterable<Turn<S>> {
  /** `for await (const turn of seat)`: every decision that this seat owes, until the game is over. */
  [Symbol.asyncIterator](): AsyncGenerator<Turn<S>, void, void> {
    return this.turns();
  }

  async *turns(follow: Follow = {}): AsyncGenerator<Turn<S>, void, void> {
    let legal: LegalActions<S> | undefined;
    let acted: Acted<S> | undefined;
    for (;;) {
      const next = acted?.next as LegalActions<S> | null | undefined; // null, too, where there is too much to list
      legal = next ?? (await this.owed(acted ? undefined : legal, follow));
      if (isOver(legal)) return;
      const turn: Turn<S> = new Turn(this, legal, next ? (acted?.view as View<S>) : undefined);
      yield turn;
      acted = turn.acted;
      if (acted && isOver(acted.view)) return;
    }
  }

  /** The legal actions as soon as this seat owes a decision, other than the last one if given, or the game is over. */
  private async owed(last: LegalActions<S> | undefined, follow: Follow): Promise<LegalActions<S>> {
    let tag = last ? `"${last.version}-${last.seat}"` : "";
    for (;;) {
      try {
        const response = await this.ask("/actions", { ...follow, wait: WAIT, headers: tag ? { "If-None-Match": tag } : {} });
        if (response.status !== 304) {
          const legal = (await response.json()) as LegalActions<S>;
          if (isOver(legal) || (legal.decision !== null && legal.decision !== last?.decision)) return legal;
          tag = response.headers.get("ETag") ?? "";
        }
      } catch (error) {
        if (!(error instanceof Refused && error.reason === "not_started")) throw error;
      }
      await sleep(50, follow.signal);
    }
  }

  /** The view with the legal actions in it. */
  choices(follow: Follow = {}): Promise<View<S>> {
    return this.get("?include=actions", follow);
  }

  /** What this seat may do now. */
  actions(): Promise<LegalActions<S>> {
    return this.get("/actions");
  }

  /**
   * Act. Repeated after a lost answer, but never done twice. With `decision` it is played on that choice or not at
   * all, with `version` only while the game is at that version.
   */
  act(action: Action<S>, { decision, version }: { decision?: number; version?: number } = {}): Promise<Acted<S>> {
    const headers = version === undefined ? {} : { "If-Match": `"${version}-0"` };
    return this.post(`/actions${decision === undefined ? "" : `?decision=${decision}`}`, action, { headers });
  }

  /** Take back what this seat did at a version, if nobody has acted or learned anything since. */
  takeBack(version: number): Promise<Acted<S>> {
    return this.http.json(`${this.path}/actions/${version}`, { method: "DELETE", token: this.token, patience: 0 });
  }

  /** Give up; a bot plays on, or with `end` a game of two is over and the other player has won. */
  resign({ end = false } = {}): Promise<Acted<S>> {
    return this.post("/resign", { end });
  }

  /** Let a bot play this seat, open it for another player, or take it back (`{kind: "human"}`). */
  async change(player: Player): Promise<Acted<S>> {
    const { you } = await this.view();
    const { kind, bot, level }: Schemas["SeatRequest"] = seatRequest(player);
    const body = { kind, ...(bot ? { bot } : {}), ...(level ? { level } : {}) };
    return this.http.json(`${this.path}/seats/${you}`, { method: "PUT", body, token: this.token });
  }
}

/** One decision of a seat. */
export class Turn<S extends Slug = Slug> {
  readonly decision: number;
  readonly version: number;
  /** Everything that may be done; where there is too much of it (`complete` is false), examples. */
  readonly actions: Action<S>[];
  readonly labels: Label[];
  readonly complete: boolean;
  /** Where not all actions are listed: what they are made of. */
  readonly templates: Schemas["Template"][];
  /** What `play` answered. */
  acted: Acted<S> | undefined;

  constructor(readonly seat: Seat<S>, legal: LegalActions<S>, private seen: View<S> | undefined) {
    this.decision = legal.decision as number;
    this.version = legal.version;
    this.actions = legal.actions as Action<S>[];
    this.labels = legal.labels;
    this.complete = legal.complete;
    this.templates = legal.templates;
  }

  /** What the seat sees: requested when it is first read, unless the act before this turn answered it. */
  get view(): Promise<View<S>> {
    return this.look();
  }

  private async look(): Promise<View<S>> {
    return (this.seen ??= await this.seat.view());
  }

  /** A listed action in words. */
  sentence(action: Action<S>): string {
    return this.labels[this.actions.indexOf(action)]?.sentence ?? action.type;
  }

  /**
   * Play an action on this very decision. A broken rule throws `Refused`; null says that the decision had passed
   * already (the time was up, or another player was quicker): nothing was played, the next turn has the news.
   */
  async play(action: Action<S>): Promise<Acted<S> | null> {
    try {
      return (this.acted = await this.seat.act(action, { decision: this.decision }));
    } catch (error) {
      if (error instanceof Refused && PASSED.includes(error.reason ?? "")) return null;
      throw error;
    }
  }
}
