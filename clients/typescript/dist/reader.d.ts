/** Whatever can be read of one game with one token: a seat, the host, a spectator. */
import { type Ask, type Http } from "./http.js";
import { type Waiting } from "./jobs.js";
import { type Refused } from "./refused.js";
import { type GameEvent, type Odds, type Position, type Replay, type Slug, type View } from "./types.js";
export declare const WAIT = 25;
export interface Follow {
    signal?: AbortSignal;
    /** For how many seconds a server that is away is asked again; 60 unless given, Infinity for ever. */
    patience?: number;
    /** Called with what went wrong while the connection is lost, and with null when it is there again. */
    onTrouble?: (trouble: Refused | null) => void;
}
export interface FollowEvents extends Follow {
    /** The `seq` of the last event that is known already. */
    after?: number;
}
export declare class Reader<S extends Slug = Slug> {
    readonly http: Http;
    readonly slug: S;
    readonly id: string;
    readonly token?: string | undefined;
    readonly path: string;
    /** Something on the way does not let streams through. */
    private streamless;
    /** The stream broke off, and is not there again yet. */
    private broken;
    /** There is nothing after the last event that was read. */
    private ended;
    constructor(http: Http, slug: S, id: string, token?: string | undefined);
    /** What this reader sees now, or saw at a version. */
    view(at?: number): Promise<View<S>>;
    /** The views of the game, each as soon as it is there, until the game is over. */
    views(follow?: Follow): AsyncGenerator<View<S>, void, void>;
    /** Wait for the end of the game; the last view. */
    over(follow?: Follow): Promise<View<S>>;
    /** What has happened so far, from one event on. */
    history(after?: number, options?: Ask): Promise<GameEvent<S>[]>;
    /** Every event as it happens, until the game is over. Lost connections are taken up where they broke off. */
    events({ after, ...follow }?: FollowEvents): AsyncGenerator<GameEvent<S>, void, void>;
    private streamed;
    private waited;
    /** The board as text, or as a picture. */
    board(format?: "txt" | "svg", at?: number): Promise<string>;
    /** The full position: once the game is over, or for the host of a sandbox game. */
    position(at?: number): Promise<Position<S>>;
    /** Everything that was done, with the seed and the dice; once the game is over. */
    replay(): Promise<Replay<S>>;
    /** The chances of every seat from here, as far as this reader may know. Takes a while. */
    odds(options?: {
        rollouts?: number;
    } & Waiting): Promise<Odds>;
    protected get<T>(tail: string, options?: Ask): Promise<T>;
    protected post<T>(tail: string, body: unknown, options?: Ask): Promise<T>;
    protected ask(tail: string, options?: Ask): Promise<Response>;
    private authorised;
}
