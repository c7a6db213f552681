/** A decision that a bot owes. */
import type { Action, BotTurnDocument, GameEvent, Label, Schemas, Slug, View } from "./types.js";
export declare class BotTurn<S extends Slug = Slug> {
    readonly document: BotTurnDocument<S>;
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
    constructor(document: BotTurnDocument<S>);
    /** A listed action in words. */
    sentence(action: Action<S>): string;
    /** Names the decision: turns come again until they are acted on. */
    get key(): string;
}
