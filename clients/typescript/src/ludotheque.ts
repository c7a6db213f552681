/** A server and its games. */
import { Game } from "./game.js";
import { Http, type Settings } from "./http.js";
import { result, type Job, type Waiting } from "./jobs.js";
import { seatRequest, type Player } from "./players.js";
import { pieces } from "./sse.js";
import type { BotRequest, Created, Documents, GameSettings, LadderTable, Listed, Match, Replay, Rule, Schemas, Sheet, Simulation, Slug, Tokens } from "./types.js";

export class Ludotheque {
  readonly http: Http;
  readonly bakong: GameApi<"bakong">;
  readonly mekong: GameApi<"mekong">;
  readonly babord: GameApi<"babord">;
  readonly kimbac: GameApi<"kimbac">;
  readonly bailouke: GameApi<"bailouke">;

  constructor(url: string, settings: Settings = {}) {
    this.http = new Http(url, settings);
    this.bakong = this.game("bakong");
    this.mekong = this.game("mekong");
    this.babord = this.game("babord");
    this.kimbac = this.game("kimbac");
    this.bailouke = this.game("bailouke");
  }

  /** A game by its name in paths. */
  game<S extends Slug>(slug: S): GameApi<S> {
    return new GameApi(this.http, slug);
  }

  /** Every game of the server, with its options. */
  async games(): Promise<Schemas["GameCard"][]> {
    return (await this.http.json<Schemas["Catalogue"]>("/v1")).games;
  }

  /** Built-in and registered bots. */
  async bots(): Promise<Omit<Schemas["BotList"], "next">> {
    const { built_in, remote, next } = await this.http.json<Schemas["BotList"]>("/v1/bots");
    for (let cursor = next; cursor !== null; ) {
      const page: Schemas["BotList"] = await this.http.json(`/v1/bots?${new URLSearchParams({ cursor })}`);
      remote.push(...page.remote);
      cursor = page.next;
    }
    return { built_in, remote };
  }

  /** Public games of all kinds, the newest first. */
  list(status?: Status): AsyncGenerator<Listed, void, void> {
    return listed(this.http, "/v1/games", status);
  }
}

export type Status = Schemas["GameStatus"];

async function* listed(http: Http, path: string, status?: Status): AsyncGenerator<Listed, void, void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) });
    const page: Schemas["Listing"] = await http.json(`${path}?${query}`);
    yield* page.games;
    cursor = page.next;
  }
}

/** `"search:4"` as the fields of a bot. */
function botRequest<W>(bot: string | W): W | { bot: string; level?: number } {
  if (typeof bot !== "string") return bot;
  const [name, level] = bot.split(":");
  return { bot: name as string, ...(level ? { level: Number(level) } : {}) };
}

export class GameApi<S extends Slug = Slug> {
  private readonly path: string;

  constructor(readonly http: Http, readonly slug: S) {
    this.path = `/v1/${slug}`;
  }

  /**
   * Create a game: `create("Ana", "search:4")`, `create("Ana", "open", { visibility: "private" })`. Without players
   * one person plays against the fewest greedy bots.
   */
  create(...players: Player[]): Promise<Game<S>>;
  create(...playersAndSettings: [...Player[], GameSettings<S>]): Promise<Game<S>>;
  async create(...given: (Player | GameSettings<S>)[]): Promise<Game<S>> {
    const last = given.at(-1);
    const settings = typeof last === "object" && !("kind" in last) ? (given.pop() as GameSettings<S>) : {};
    const seats = given.length ? { seats: (given as Player[]).map(seatRequest) } : {};
    return Game.of(this.http, this.slug, await this.http.post<Created<S>>(`${this.path}/games`, { ...settings, ...seats }));
  }

  /** A game that exists: with tokens to play it, without to watch it. Asks nothing yet. */
  open(id: string, tokens: Tokens = {}): Game<S> {
    return new Game(this.http, this.slug, id, tokens);
  }

  /** Public games, the newest first. */
  list(status?: Status): AsyncGenerator<Listed, void, void> {
    return listed(this.http, `${this.path}/games`, status);
  }

  /** What the game is made of: content, options, action types. */
  sheet(): Promise<Sheet<S>> {
    return this.http.json(this.path);
  }

  async rules(): Promise<Rule[]> {
    return (await this.http.json<Schemas["RuleList"]>(`${this.path}/rules`)).rules;
  }

  rule(id: string): Promise<Rule> {
    return this.http.json(`${this.path}/rules/${encodeURIComponent(id)}`);
  }

  /** Many games between bots, registered ones by their ids: `simulate(["greedy", "search:4"], { games: 500 })`. */
  async simulate(bots: (string | BotRequest)[], options: Partial<Omit<Documents[S]["simulation"], "seats">> & Waiting = {}): Promise<Simulation> {
    const { onProgress, signal, ...rest } = options;
    const seats = bots.map(botRequest);
    const job = await this.http.post<Job>(`${this.path}/simulations`, { ...rest, seats });
    return result<Simulation>(this.http, job, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  }

  /** Real games between bots, registered ones by their ids: `match(["search:4", bot.id], { games: 20 })`. */
  async match(bots: string[], options: { games?: number; seed?: string } & Waiting = {}): Promise<Match> {
    const { onProgress, signal, ...rest } = options;
    const job = await this.http.post<Job>(`${this.path}/matches`, { ...rest, entries: bots.map(botRequest) });
    return result<Match>(this.http, job, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  }

  /** The table of the ladder, best first. */
  ladder(): Promise<LadderTable> {
    return this.http.json(`/v1/ladders/${this.slug}`);
  }

  /** The replays of public finished games, oldest first; goes on where a connection broke off. */
  async *export(options: { since?: string; until?: string; after?: string } = {}): AsyncGenerator<Replay<S>, void, void> {
    const query = new URLSearchParams(options);
    for (let whole = false; !whole; ) {
      const response = await this.http.ask(`${this.path}/export?${query}`, { stream: true });
      try {
        for await (const line of pieces(response.body as ReadableStream<Uint8Array>, /\n/)) {
          const replay = JSON.parse(line) as Replay<S>;
          yield replay;
          if (replay.cursor) query.set("after", replay.cursor);
        }
        whole = true;
      } catch (error) {
        if (!(error instanceof TypeError || (error as Error).message === "the stream is silent")) throw error;
      }
    }
  }
}
