/** A bot: it plays any seat of any game that names it, by asking for its turns or by being called. */
import { type Settings } from "./http.js";
import { BotTurn } from "./turn.js";
import type { Action, LadderRow, Slug } from "./types.js";
import { type NodeRequest, type NodeResponse } from "./webhook.js";
export type Choose = (turn: BotTurn) => Action | Promise<Action>;
/** What a registration answered: keep it as JSON, and the bot is the same one next time. */
export interface Credentials {
    id: string;
    token: string;
    /** With which the server signs its calls. */
    secret?: string;
}
export interface BotSettings extends Settings {
    /** The games that it plays; all unless given. */
    games?: Slug[];
    /** How many games at the same time. */
    concurrent?: number;
    /** A bot that is registered already: what `bot.credentials` was. */
    credentials?: Credentials;
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
    credentials?: Credentials | undefined;
    private readonly playing;
    /** Turns that come again although `choose` has failed; the server's own bot will play them. */
    private failed;
    private failure;
    constructor(name: string, choose: Choose, credentials?: Credentials | undefined);
    get id(): string;
    /** Make it known to a server, once; `webhook` is the URL at which it is served. Its id. */
    register(url: string, { webhook, ...settings }?: BotSettings & {
        webhook?: string;
    }): Promise<string>;
    private registerWith;
    /** Enter the ladder of a game, or go on there after it was benched: how the bot stands. */
    enter(url: string, ladder: Slug, owner?: string): Promise<LadderRow>;
    private enterWith;
    /** Unregister: the server's own bots play its games on. */
    remove(url: string): Promise<void>;
    /** Register, then play every turn as it comes, until the signal stops it. */
    run(url: string, settings?: BotSettings): Promise<void>;
    /** Each decision is thought about once. */
    private start;
    private play;
    /** The bot as a handler of fetch's requests: `export default { fetch: bot.fetch }`, `Deno.serve(bot.fetch)`. */
    readonly fetch: (request: Request) => Promise<Response>;
    /** The bot as a listener of Node: `http.createServer(bot.node)`. */
    readonly node: (request: NodeRequest, response: NodeResponse) => Promise<void>;
}
