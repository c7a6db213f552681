/** A bot: it plays any seat of any game that names it, by asking for its turns or by being called. */
import { Http, sleep, type Settings } from "./http.js";
import { Refused } from "./refused.js";
import { BotTurn } from "./turn.js";
import type { Action, BotDocument, LadderRow, Schemas, Slug } from "./types.js";
import { receive, serveNode, type NodeRequest, type NodeResponse } from "./webhook.js";

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

const PASSED = ["superseded", "game_over", "not_to_act"];

export class Bot {
  private readonly playing = new Map<string, Promise<void>>();
  /** Turns that come again although `choose` has failed; the server's own bot will play them. */
  private failed = new Set<string>();
  private failure: { error: unknown } | undefined;

  constructor(readonly name: string, readonly choose: Choose, public credentials?: Credentials) {}

  get id(): string {
    if (!this.credentials) throw new Error("The bot is not registered yet.");
    return this.credentials.id;
  }

  // --- registration ---------------------------------------------------------------------------------------------------

  /** Make it known to a server, once; `webhook` is the URL at which it is served. Its id. */
  async register(url: string, { webhook, ...settings }: BotSettings & { webhook?: string } = {}): Promise<string> {
    return this.registerWith(new Http(url, settings), settings, webhook);
  }

  private async registerWith(http: Http, { credentials, games, concurrent }: BotSettings, url?: string): Promise<string> {
    this.credentials = credentials ?? this.credentials;
    if (!this.credentials) {
      const body = { name: this.name, games: games ?? null, ...(concurrent && { concurrent }), ...(url && { url }) } as Schemas["NewBot"];
      const { id, token, secret } = await http.post<BotDocument>("/v1/bots", body);
      this.credentials = { id, token: token as string, ...(secret && { secret }) };
    }
    return this.id;
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

  // --- pull -----------------------------------------------------------------------------------------------------------

  /** Register, then play every turn as it comes, until the signal stops it. */
  async run(url: string, settings: BotSettings = {}): Promise<void> {
    const http = new Http(url, { patience: Infinity, ...settings });
    const { signal } = settings;
    await this.registerWith(http, settings);
    if (settings.ladder) await this.enterWith(http, settings.ladder, settings.owner);
    settings.onReady?.(this);
    try {
      while (!signal?.aborted && !this.failure) {
        const options = { wait: 20, token: this.credentials?.token, ...(signal && { signal }) };
        const { turns } = await http.json<Schemas["TurnList"]>(`/v1/bots/${this.id}/turns`, options);
        const owed = turns.map((turn) => new BotTurn(turn));
        this.failed = new Set(owed.map(({ key }) => key).filter((key) => this.failed.has(key)));
        for (const turn of owed) this.start(http, turn, settings);
        if (owed.length) await Promise.race([...this.playing.values(), sleep(1000)]);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    await Promise.all(this.playing.values());
    if (this.failure) throw this.failure.error;
  }

  /** Each decision is thought about once. */
  private start(http: Http, turn: BotTurn, { onError }: BotSettings): void {
    const { key } = turn;
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
      await http.post(turn.document.act, action, { token: this.credentials?.token }); // names the decision: a late act is never played
    } catch (error) {
      if (!(error instanceof Refused && PASSED.includes(error.reason ?? ""))) throw error;
    }
  }

  // --- webhook --------------------------------------------------------------------------------------------------------

  /** The bot as a handler of fetch's requests: `export default { fetch: bot.fetch }`, `Deno.serve(bot.fetch)`. */
  readonly fetch = async (request: Request): Promise<Response> =>
    receive(this.credentials?.secret, request.headers, new Uint8Array(await request.arrayBuffer()), this.choose);

  /** The bot as a listener of Node: `http.createServer(bot.node)`. */
  readonly node = (request: NodeRequest, response: NodeResponse): Promise<void> =>
    serveNode(request, response, async (headers, body) => receive(this.credentials?.secret, headers, body, this.choose));
}
