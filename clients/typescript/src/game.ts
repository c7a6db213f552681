/** One game: its seats, its story, its end. */
import { Reader, type Follow } from "./reader.js";
import { Seat } from "./seat.js";
import { verifyDice, type DiceReport } from "./dice.js";
import { seatRequest, type Player } from "./players.js";
import type { Http } from "./http.js";
import type { Acted, Created, Result, Schemas, Slug, Tokens } from "./types.js";

export class Game<S extends Slug = Slug> extends Reader<S> {
  /** What the server promised before the first die; from creation, else from the first `commitment()`. */
  private promised: string | undefined;

  constructor(http: Http, slug: S, id: string, readonly tokens: Tokens = {}) {
    super(http, slug, id, tokens.spectator ?? tokens.host);
  }

  /** A game that was just created, with everything that opens it. */
  static of<S extends Slug>(http: Http, slug: S, created: Created<S>): Game<S> {
    const seats = Object.fromEntries(created.seats.flatMap(({ seat, token }) => (token ? [[seat, token]] : [])));
    const { host_token: host, spectator_token: spectator, invite } = created;
    const game = new Game(http, slug, created.id, { seats, ...(host && { host }), ...(spectator && { spectator }), ...(invite && { invite }) });
    game.promised = created.commitment;
    return game;
  }

  /** A seat of which the token is known. */
  seat(number: number, token: string | undefined = this.tokens.seats?.[number]): Seat<S> {
    if (token === undefined) throw new RangeError(`There is no token for seat ${number}: a bot plays it, it is open, or it does not exist.`);
    return new Seat(this.http, this.slug, this.id, token);
  }

  /** Take an open seat; its token is kept in `tokens`. */
  async join(name?: string, { seat, nonce, invite = this.tokens.invite }: { seat?: number; nonce?: string; invite?: string | undefined } = {}): Promise<Seat<S>> {
    const body: Schemas["TakeSeat"] = { name: name ?? null, seat: seat ?? null, nonce: nonce ?? null, invite: invite ?? null };
    const taken = await this.http.post<{ seat: number; token: string }>(`${this.path}/seats`, body);
    this.tokens.seats = { ...this.tokens.seats, [taken.seat]: taken.token };
    return this.seat(taken.seat);
  }

  /** Wait for the end; null when the game was called off. */
  async result(follow: Follow = {}): Promise<Result<S> | null> {
    return (await this.over(follow)).result as Result<S> | null;
  }

  /** What the server promised: keep it, and the dice can be checked afterwards. */
  async commitment(): Promise<string> {
    return (this.promised ??= (await this.view()).commitment);
  }

  /** Derive all dice of a finished game from its seed, without the server's help. */
  async verify(commitment: string | undefined = this.promised): Promise<DiceReport> {
    return verifyDice(await this.replay(), commitment);
  }

  /** Play on from a version (else from the end) in a new sandbox game. */
  async fork(at: number | undefined, ...players: Player[]): Promise<Game<S>> {
    const seats = players.length ? { seats: players.map(seatRequest) } : {};
    const body = { fork: { id: this.id, at: at ?? (await this.view()).version }, ...seats };
    const created = await this.http.post<Created<S>>(`/v1/${this.slug}/games`, body, { token: this.token });
    return Game.of(this.http, this.slug, created);
  }

  /** The same seats in a new game; the first request opens it. The tokens stay the same. */
  async rematch(): Promise<Game<S>> {
    const token = this.tokens.host ?? Object.values(this.tokens.seats ?? {})[0];
    const created = await this.post<Created<S>>("/rematch", {}, { token });
    const game = new Game(this.http, this.slug, created.id, this.tokens);
    game.promised = created.commitment;
    return game;
  }

  /** Call the game off; only its host may. */
  abort(): Promise<Acted<S>> {
    return this.http.json(this.path, { method: "DELETE", token: this.tokens.host });
  }

  /** Who plays a seat from now on; for the host: open seats, bots, and people whose time is up. */
  change(seat: number, player: Player): Promise<Acted<S>> {
    return this.http.json(`${this.path}/seats/${seat}`, { method: "PUT", body: seatRequest(player), token: this.tokens.host });
  }
}
