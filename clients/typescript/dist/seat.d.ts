import { type Player } from "./players.js";
import { Reader, type Follow } from "./reader.js";
import { type Acted, type Action, type Label, type LegalActions, type Schemas, type Slug, type View } from "./types.js";
export declare class Seat<S extends Slug = Slug> extends Reader<S> implements AsyncIterable<Turn<S>> {
    /** `for await (const turn of seat)`: every decision that this seat owes, until the game is over. */
    [Symbol.asyncIterator](): AsyncGenerator<Turn<S>, void, void>;
    turns(follow?: Follow): AsyncGenerator<Turn<S>, void, void>;
    /** The legal actions as soon as this seat owes a decision, other than the last one if given, or the game is over. */
    private owed;
    /** The view with the legal actions in it. */
    choices(follow?: Follow): Promise<View<S>>;
    /** What this seat may do now. */
    actions(): Promise<LegalActions<S>>;
    /**
     * Act. Repeated after a lost answer, but never done twice. With `decision` it is played on that choice or not at
     * all, with `version` only while the game is at that version.
     */
    act(action: Action<S>, { decision, version }?: {
        decision?: number;
        version?: number;
    }): Promise<Acted<S>>;
    /** Take back what this seat did at a version, if nobody has acted or learned anything since. */
    takeBack(version: number): Promise<Acted<S>>;
    /** Give up; a bot plays on, or with `end` a game of two is over and the other player has won. */
    resign({ end }?: {
        end?: boolean | undefined;
    }): Promise<Acted<S>>;
    /** Let a bot play this seat, open it for another player, or take it back (`{kind: "human"}`). */
    change(player: Player): Promise<Acted<S>>;
}
/** One decision of a seat. */
export declare class Turn<S extends Slug = Slug> {
    readonly seat: Seat<S>;
    private seen;
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
    constructor(seat: Seat<S>, legal: LegalActions<S>, seen: View<S> | undefined);
    /** What the seat sees: requested when it is first read, unless the act before this turn answered it. */
    get view(): Promise<View<S>>;
    private look;
    /** A listed action in words. */
    sentence(action: Action<S>): string;
    /**
     * Play an action on this very decision. A broken rule throws `Refused`; null says that the decision had passed
     * already (the time was up, or another player was quicker): nothing was played, the next turn has the news.
     */
    play(action: Action<S>): Promise<Acted<S> | null>;
}
