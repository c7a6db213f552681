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
    let tag = "";
    let view: View<S> | undefined;
    for (;;) {
      view ??= await this.owed(tag, follow);
      if (isOver(view)) return;
      let after: View<S> | undefined;
      if (view.actions && view.decision !== null) {
        const turn: Turn<S> = new Turn(this, view, view.actions as LegalActions<S>);
        yield turn;
        after = turn.after;
      }
      const goesOn = after !== undefined && after.decision !== null; // without the actions when there are very many
      tag = goesOn ? "" : tagOf(after ?? view);
      view = after && (isOver(after) || (goesOn && after.actions)) ? after : undefined;
    }
  }

  /** The view as soon as this seat owes another decision than the one that the tag names, or the game is over. */
  private async owed(tag: string, follow: Follow): Promise<View<S>> {
    for (;;) {
      try {
        const response = await this.ask("/actions", { ...follow, wait: WAIT, headers: tag ? { "If-None-Match": tag } : {} });
        if (response.status !== 304) {
          const legal = (await response.json()) as LegalActions<S>;
          if (isOver(legal) || legal.decision !== null) return await this.choices(follow);
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

  /** Let a bot play this seat, open it for somebody else, or take it back (`{kind: "human"}`). */
  async change(player: Player): Promise<Acted<S>> {
    const { you } = await this.view();
    const { kind, bot, level }: Schemas["SeatRequest"] = seatRequest(player);
    const body = { kind, ...(bot ? { bot } : {}), ...(level ? { level } : {}) };
    return this.http.json(`${this.path}/seats/${you}`, { method: "PUT", body, token: this.token });
  }
}

function tagOf(view: { version: number; you: number | null }): string {
  return `"${view.version}-${view.you}"`;
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
  /** The view after `play`, with the next actions of this seat if it goes on. */
  after: View<S> | undefined;

  constructor(readonly seat: Seat<S>, readonly view: View<S>, legal: LegalActions<S>) {
    this.decision = legal.decision as number;
    this.version = view.version;
    this.actions = legal.actions as Action<S>[];
    this.labels = legal.labels;
    this.complete = legal.complete;
    this.templates = legal.templates;
  }

  /** A listed action in words. */
  sentence(action: Action<S>): string {
    return this.labels[this.actions.indexOf(action)]?.sentence ?? action.type;
  }

  /**
   * Play an action on this very decision. A broken rule throws `Refused`; null says that the decision had passed
   * already (the time was up, or somebody else was quicker): nothing was played, the next turn has the news.
   */
  async play(action: Action<S>): Promise<Acted<S> | null> {
    try {
      const acted = await this.seat.act(action, { decision: this.decision });
      this.after = { ...acted.view, ...(acted.next ? { actions: acted.next } : {}) } as View<S>;
      return acted;
    } catch (error) {
      if (error instanceof Refused && PASSED.includes(error.reason ?? "")) return null;
      throw error;
    }
  }
}
