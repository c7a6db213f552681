/** A decision that a bot owes. */
import type { Action, BotTurnDocument, GameEvent, Label, Schemas, Slug, View } from "./types.js";

export class BotTurn<S extends Slug = Slug> {
  readonly game: S;
  /** Of the game. */
  readonly id: string;
  readonly seat: number;
  readonly decision: number;
  /** Until when it must be answered. */
  readonly deadline: string;
  /** What the seat sees. */
  readonly view: View<S>;
  /** What happened since the last turn of this seat. */
  readonly events: GameEvent<S>[];
  /** Everything that may be done; where there is too much of it (`complete` is false), examples. */
  readonly actions: Action<S>[];
  readonly labels: Label[];
  readonly complete: boolean;
  /** Where not all actions are listed: what they are made of. */
  readonly templates: Schemas["Template"][];

  constructor(readonly document: BotTurnDocument<S>) {
    const { game, id, seat, decision, deadline, view, events, actions: legal } = document as BotTurnDocument;
    this.game = game as S;
    [this.id, this.seat, this.decision, this.deadline] = [id, seat, decision, deadline];
    this.view = view as View<S>;
    this.events = events as GameEvent<S>[];
    this.actions = legal.actions as Action<S>[];
    [this.labels, this.complete, this.templates] = [legal.labels, legal.complete, legal.templates];
  }

  /** A listed action in words. */
  sentence(action: Action<S>): string {
    return this.labels[this.actions.indexOf(action)]?.sentence ?? action.type;
  }

  /** Names the decision: turns come again until they are acted on. */
  get key(): string {
    return `${this.id}:${this.seat}:${this.decision}`;
  }
}
