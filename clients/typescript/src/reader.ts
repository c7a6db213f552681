/** Whatever can be read of one game with one token: a seat, the host, a spectator. */
import { sleep, type Ask, type Http } from "./http.js";
import { result, type Job, type Waiting } from "./jobs.js";
import { type Refused, Unreachable } from "./refused.js";
import { messages } from "./sse.js";
import { isOver, type Documents, type GameEvent, type Odds, type Position, type Replay, type Slug, type View } from "./types.js";

export const WAIT = 25;
const LAST = ["game_over", "game_aborted"];

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

export class Reader<S extends Slug = Slug> {
  readonly path: string;
  /** Something on the way does not let streams through. */
  private streamless = false;
  /** The stream broke off, and is not there again yet. */
  private broken = false;
  /** There is nothing after the last event that was read. */
  private ended = false;

  constructor(readonly http: Http, readonly slug: S, readonly id: string, readonly token?: string) {
    this.path = `/v1/${slug}/games/${id}`;
  }

  /** What this reader sees now, or saw at a version. */
  view(at?: number): Promise<View<S>> {
    return this.get(at === undefined ? "" : `?at=${at}`);
  }

  /** The views of the game, each as soon as it is there, until the game is over. */
  async *views(follow: Follow = {}): AsyncGenerator<View<S>, void, void> {
    let tag = "";
    for (;;) {
      const response = await this.ask("", { ...follow, wait: WAIT, headers: tag ? { "If-None-Match": tag } : {} });
      if (response.status === 304) continue;
      tag = response.headers.get("ETag") ?? "";
      const view = (await response.json()) as View<S>;
      yield view;
      if (isOver(view)) return;
    }
  }

  /** Wait for the end of the game; the last view. */
  async over(follow: Follow = {}): Promise<View<S>> {
    let last: View<S> | undefined;
    for await (const view of this.views(follow)) last = view;
    return last as View<S>;
  }

  /** What has happened so far, from one event on. */
  async history(after = 0, options: Ask = {}): Promise<GameEvent<S>[]> {
    const events: GameEvent<S>[] = [];
    for (let more = true; more; ) {
      const page: Documents[S]["page"] = await this.get(`/events?after=${after}&limit=500`, options);
      events.push(...(page.events as GameEvent<S>[]));
      ({ more, next_after: after } = page);
    }
    return events;
  }

  /** Every event as it happens, until the game is over. Lost connections are taken up where they broke off. */
  async *events({ after = 0, ...follow }: FollowEvents = {}): AsyncGenerator<GameEvent<S>, void, void> {
    for (;;) {
      const source = this.streamless ? this.waited(after, follow) : this.streamed(after, follow);
      for await (const event of source) {
        yield event;
        after = event.seq;
        if (LAST.includes(event.type)) return;
      }
      if (!this.streamless && this.ended) return;
    }
  }

  private async *streamed(after: number, follow: Follow): AsyncGenerator<GameEvent<S>, void, void> {
    const headers = { Accept: "text/event-stream", "Last-Event-ID": String(after) };
    const response = await this.ask("/events", { ...follow, headers, stream: true });
    this.ended = response.status === 204;
    if (this.broken) follow.onTrouble?.(null);
    this.broken = false;
    if (this.ended || !response.body) return;
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
      this.streamless = true;
      return response.body.cancel();
    }
    try {
      for await (const { data } of messages(response.body)) {
        const event = data ? (JSON.parse(data) as GameEvent<S>) : undefined;
        if (event?.seq !== undefined) yield event; // `turn` is no event of the game: views say whose turn it is
      }
    } catch (error) {
      follow.signal?.throwIfAborted();
      this.broken = true;
      follow.onTrouble?.(new Unreachable(error));
    }
    await sleep(100, follow.signal);
  }

  private async *waited(after: number, follow: Follow): AsyncGenerator<GameEvent<S>, void, void> {
    for await (const view of this.views(follow)) {
      const events = await this.history(after, follow);
      yield* events;
      after = events.at(-1)?.seq ?? after;
      if (isOver(view)) return;
    }
  }

  /** The board as text, or as a picture. */
  async board(format: "txt" | "svg" = "txt", at?: number): Promise<string> {
    return (await this.ask(`/board.${format}${at === undefined ? "" : `?at=${at}`}`)).text();
  }

  /** The full position: once the game is over, or for the host of a sandbox game. */
  position(at?: number): Promise<Position<S>> {
    return this.get(`/position${at === undefined ? "" : `?at=${at}`}`);
  }

  /** Everything that was done, with the seed and the dice; once the game is over. */
  replay(): Promise<Replay<S>> {
    return this.get("/replay");
  }

  /** The chances of every seat from here, as far as this reader may know. Takes a while. */
  async odds(options: { rollouts?: number } & Waiting = {}): Promise<Odds> {
    const { rollouts, ...waiting } = options;
    const job = await this.http.post<Job>(`${this.path}/odds`, rollouts ? { rollouts } : {}, this.authorised());
    return result<Odds>(this.http, job, waiting);
  }

  protected get<T>(tail: string, options: Ask = {}): Promise<T> {
    return this.http.json(this.path + tail, this.authorised(options));
  }

  protected post<T>(tail: string, body: unknown, options: Ask = {}): Promise<T> {
    return this.http.post(this.path + tail, body, this.authorised(options));
  }

  protected ask(tail: string, options: Ask = {}): Promise<Response> {
    return this.http.ask(this.path + tail, this.authorised(options));
  }

  private authorised(options: Ask = {}): Ask {
    return { token: this.token, ...options };
  }
}
