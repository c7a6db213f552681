/** A server and its games. */
import { Game } from "./game.js";
import { Http, type Settings } from "./http.js";
import { type Waiting } from "./jobs.js";
import { type Player } from "./players.js";
import type { BotRequest, Documents, GameSettings, LadderTable, Listed, Match, Replay, Rule, Schemas, Sheet, Simulation, Slug, Tokens } from "./types.js";
export declare class Ludotheque {
    readonly http: Http;
    readonly bakong: GameApi<"bakong">;
    readonly mekong: GameApi<"mekong">;
    readonly babord: GameApi<"babord">;
    readonly kimbac: GameApi<"kimbac">;
    readonly bailouke: GameApi<"bailouke">;
    constructor(url: string, settings?: Settings);
    /** A game by its name in paths. */
    game<S extends Slug>(slug: S): GameApi<S>;
    /** Every game of the server, with its options. */
    games(): Promise<Schemas["GameCard"][]>;
    /** Built-in and registered bots. */
    bots(): Promise<Omit<Schemas["BotList"], "next">>;
    /** Public games of all kinds, the newest first. */
    list(status?: Status): AsyncGenerator<Listed, void, void>;
}
export type Status = Schemas["GameStatus"];
export declare class GameApi<S extends Slug = Slug> {
    readonly http: Http;
    readonly slug: S;
    private readonly path;
    constructor(http: Http, slug: S);
    /**
     * Create a game: `create("Ana", "search:4")`, `create("Ana", "open", { visibility: "private" })`. Without players
     * one person plays against the fewest greedy bots.
     */
    create(...players: Player[]): Promise<Game<S>>;
    create(...playersAndSettings: [...Player[], GameSettings<S>]): Promise<Game<S>>;
    /** A game that exists: with tokens to play it, without to watch it. Asks nothing yet. */
    open(id: string, tokens?: Tokens): Game<S>;
    /** Public games, the newest first. */
    list(status?: Status): AsyncGenerator<Listed, void, void>;
    /** What the game is made of: content, options, action types. */
    sheet(): Promise<Sheet<S>>;
    rules(): Promise<Rule[]>;
    rule(id: string): Promise<Rule>;
    /** Many games between bots, registered ones by their ids: `simulate(["greedy", "search:4"], { games: 500 })`. */
    simulate(bots: (string | BotRequest)[], options?: Partial<Omit<Documents[S]["simulation"], "seats">> & Waiting): Promise<Simulation>;
    /** Real games between bots, registered ones by their ids: `match(["search:4", bot.id], { games: 20 })`. */
    match(bots: string[], options?: {
        games?: number;
        seed?: string;
    } & Waiting): Promise<Match>;
    /** The table of the ladder, best first. */
    ladder(): Promise<LadderTable>;
    /** The replays of public finished games, oldest first; goes on where a connection broke off. */
    export(options?: {
        since?: string;
        until?: string;
        after?: string;
    }): AsyncGenerator<Replay<S>, void, void>;
}
