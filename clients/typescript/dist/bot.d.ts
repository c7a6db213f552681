/** A bot that asks the server for its turns, from wherever it runs. */
import { type Settings } from "./http.js";
import type { Action, BotTurn, LadderRow, Slug } from "./types.js";
export type Choose = (turn: BotTurn) => Action | Promise<Action>;
export interface BotSettings extends Settings {
    /** The games that it plays; all unless given. */
    games?: Slug[];
    /** How many games at the same time. */
    concurrent?: number;
    /** A bot that is registered already: what `bot.credentials` was. */
    credentials?: {
        id: string;
        token: string;
    };
    /** The game whose ladder it enters first, and who runs it. */
    ladder?: Slug;
    owner?: string;
    signal?: AbortSignal;
    /** Called once, when the bot is registered and about to ask for turns. */
    onReady?: (bot: Bot) => void;
    /** Called with what `choose` threw, or why an action was refused; without it `run` throws that. */
    onError?: (error: unknown, turn: BotTurn) => void;
}
export declare class Bot {
    readonly name: string;
    readonly choose: Choose;
    /** Id and token: keep them to go on as the same bot later. */
    credentials: {
        id: string;
        token: string;
    } | undefined;
    private readonly playing;
    /** Turns that come again although `choose` has failed; the server's own bot will play them. */
    private failed;
    private failure;
    constructor(name: string, choose: Choose);
    get id(): string;
    /** Register, then play every turn as it comes, until the signal stops it. */
    run(url: string, settings?: BotSettings): Promise<void>;
    /** Enter the ladder of a game, or go on there after it was benched: how the bot stands. */
    enter(url: string, ladder: Slug, owner?: string): Promise<LadderRow>;
    private enterWith;
    /** Unregister: the server's own bots play its games on. */
    remove(url: string): Promise<void>;
    private register;
    private ask;
    /** A turn comes again until it is acted on: each decision is thought about once. */
    private start;
    private play;
}
