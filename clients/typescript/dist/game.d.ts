/** One game: its seats, its story, its end. */
import { Reader, type Follow } from "./reader.js";
import { Seat } from "./seat.js";
import { type DiceReport } from "./dice.js";
import { type Player } from "./players.js";
import type { Http } from "./http.js";
import type { Acted, Created, Result, Slug, Tokens } from "./types.js";
export declare class Game<S extends Slug = Slug> extends Reader<S> {
    readonly tokens: Tokens;
    /** What the server promised before the first die; from creation, else from the first `commitment()`. */
    private promised;
    constructor(http: Http, slug: S, id: string, tokens?: Tokens);
    /** A game that was just created, with everything that opens it. */
    static of<S extends Slug>(http: Http, slug: S, created: Created<S>): Game<S>;
    /** A seat of which the token is known. */
    seat(number: number, token?: string | undefined): Seat<S>;
    /** Take an open seat; its token is kept in `tokens`. */
    join(name?: string, { seat, nonce, invite }?: {
        seat?: number;
        nonce?: string;
        invite?: string | undefined;
    }): Promise<Seat<S>>;
    /** Wait for the end; null when the game was called off. */
    result(follow?: Follow): Promise<Result<S> | null>;
    /** What the server promised: keep it, and the dice can be checked afterwards. */
    commitment(): Promise<string>;
    /** Derive all dice of a finished game from its seed, without the server's help. */
    verify(commitment?: string | undefined): Promise<DiceReport>;
    /** Play on from a version (else from the end) in a new sandbox game. */
    fork(at: number | undefined, ...players: Player[]): Promise<Game<S>>;
    /** The same seats in a new game; the first request opens it. The tokens stay the same. */
    rematch(): Promise<Game<S>>;
    /** Call the game off; only its host may. */
    abort(): Promise<Acted<S>>;
    /** Who plays a seat from now on; for the host: open seats, bots, and people whose time is up. */
    change(seat: number, player: Player): Promise<Acted<S>>;
}
