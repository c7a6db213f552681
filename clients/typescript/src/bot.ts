/** A bot that asks the server for its turns, from wherever it runs. */
import { Http, sleep, type Settings } from "./http.js";
import { Refused } from "./refused.js";
import type { Action, BotDocument, BotTurn, LadderRow, Schemas, Slug } from "./types.js";

export type Choose = (turn: BotTurn) => Action | Promise<Action>;

export interface BotSettings extends Settings {
  /** The games that it plays; all unless given. */
  games?: Slug[];
  /** How many games at the same time. */
  concurrent?: number;
  /** A bot that is registered already: what `bot.credentials` was. */
  credentials?: { id: string; token: string };
  /** The game whose ladder it enters first, and who runs it. */
  ladder?: Slug;
  owner?: string;
  signal?: AbortSignal;
  /** Called once, when the bot is registered and about to ask for turns. */
  onReady?: (bot: Bot) => void;
  /** Called with what `choose` threw, or why an action was refused; without it `run` throws that. */
  onError?: (error: unknown, turn: BotTurn) => void;
}

export class Bot {
  /** Id and token: keep them to go on as the same bot later. */
  credentials: { id: string; token: string } | undefined;
  private readonly playing = new Map<string, Promise<void>>();
  /** Turns that come again although `choose` has failed; the server's own bot will play them. */
  private failed = new Set<string>();
  private failure: { error: unknown } | undefined;

  constructor(readonly name: string, readonly choose: Choose) {}

  get id(): string {
    if (!this.credentials) throw new Error("The bot is not registered yet.");
    return this.credentials.id;
  }

  /** Register, then play every turn as it comes, until the signal stops it. */
  async run(url: string, settings: BotSettings = {}): Promise<void> {
    const http = new Http(url, { patience: Infinity, ...settings });
    const { signal } = settings;
    await this.register(http, settings);
    if (settings.ladder) await this.enterWith(http, settings.ladder, settings.owner);
    settings.onReady?.(this);
    try {
      while (!signal?.aborted && !this.failure) {
        const { turns } = await this.ask<Schemas["TurnList"]>(http, { wait: 20, ...(signal ? { signal } : {}) });
        this.failed = new Set(turns.map(keyOf).filter((key) => this.failed.has(key)));
        for (const turn of turns as BotTurn[]) this.start(http, turn, settings);
        if (turns.length) await Promise.race([...this.playing.values(), sleep(1000)]);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    await Promise.all(this.playing.values());
    if (this.failure) throw this.failure.error;
  }

  /** Enter the ladder of a game, or go on there after it was benched: how the bot stands. */
  enter(url: string, ladder: Slug, owner?: string): Promise<LadderRow> {
    return this.enterWith(new Http(url), ladder, owner);
  }

  private enterWith(http: Http, ladder: Slug, owner?: string): Promise<LadderRow> {
    return http.post(`/v1/ladders/${ladder}/entries`, { bot: this.id, owner: owner ?? null }, { token: this.credentials?.token });
  }

  /** Unregister: the server's own bots play its games on. */
  async remove(url: string): Promise<void> {
    await new Http(url).ask(`/v1/bots/${this.id}`, { method: "DELETE", token: this.credentials?.token });
  }

  private async register(http: Http, { credentials = this.credentials, games, concurrent }: BotSettings): Promise<void> {
    if (!credentials) {
      const wish: Schemas["NewBot"] = { name: this.name, games: games ?? null, ...(concurrent ? { concurrent } : {}) } as Schemas["NewBot"];
      const { id, token } = await http.post<BotDocument>("/v1/bots", wish);
      credentials = { id, token: token as string };
    }
    this.credentials = credentials;
  }

  private ask<T>(http: Http, wish: { wait: number; signal?: AbortSignal }): Promise<T> {
    return http.json(`/v1/bots/${this.id}/turns`, { ...wish, token: this.credentials?.token });
  }

  /** A turn comes again until it is acted on: each decision is thought about once. */
  private start(http: Http, turn: BotTurn, { onError }: BotSettings): void {
    const key = keyOf(turn);
    if (this.playing.has(key) || this.failed.has(key)) return;
    const done = this.play(http, turn)
      .catch((error: unknown) => {
        this.failed.add(key);
        if (onError) onError(error, turn);
        else this.failure ??= { error };
      })
      .finally(() => this.playing.delete(key));
    this.playing.set(key, done);
  }

  private async play(http: Http, turn: BotTurn): Promise<void> {
    const action = await this.choose(turn);
    try {
      await http.post(turn.act, action, { token: this.credentials?.token }); // names the decision: a late act is never played
    } catch (error) {
      if (!(error instanceof Refused && ["superseded", "game_over", "not_to_act"].includes(error.reason ?? ""))) throw error;
    }
  }
}

function keyOf(turn: { id: string; seat: number; decision: number }): string {
  return `${turn.id}:${turn.seat}:${turn.decision}`;
}
