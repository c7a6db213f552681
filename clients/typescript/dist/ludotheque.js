// ludotheque-client 0.2.0, made of src 712090e4da5df3e5b2772ee09d06b8308c72abd6fbc0a47ee18d15ad4fc15eae

// src/refused.ts
var Refused = class extends Error {
  name = "Refused";
  status;
  /** The id of the broken rule, such as `BAK-12`. */
  rule;
  /** Why, in one word: `illegal`, `superseded`, `not_to_act`, … */
  reason;
  /** Seconds after which the request may be repeated; 0 unless the server says so. */
  retryAfter;
  problem;
  constructor(problem, retryAfter = 0) {
    super(problem.detail ?? problem.title ?? `status ${problem.status ?? 0}`);
    this.problem = problem;
    this.status = problem.status ?? 0;
    this.rule = problem.rule;
    this.reason = problem.reason;
    this.retryAfter = retryAfter;
  }
};
var Unreachable = class extends Refused {
  name = "Unreachable";
  constructor(cause) {
    super({ status: 0, title: "offline" });
    this.message = `The server does not answer: ${reason(cause)}`;
    this.cause = cause;
  }
};
function reason(cause) {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error && cause.cause.message ? cause.cause.message : cause.message;
}

// src/http.ts
var ANSWER_SECONDS = 30;
var FIRST_PAUSE = 250;
var LONGEST_PAUSE = 2e3;
var Http = class {
  url;
  settings;
  constructor(url, settings = {}) {
    this.url = url.replace(/\/+$/, "");
    this.settings = settings;
  }
  /** A response with a status of 2xx or 304; anything else is thrown as `Refused`. */
  async ask(path, options = {}) {
    const { patience = this.settings.patience ?? 60, onTrouble = this.settings.onTrouble } = options;
    const headers = this.headers(options);
    let since = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await this.once(path, options, headers);
        if (attempt) onTrouble?.(null);
        return response;
      } catch (error) {
        const pause = pauseAfter(error, attempt);
        since ||= Date.now();
        if (pause === null || Date.now() + pause > since + patience * 1e3) throw error;
        onTrouble?.(error);
        await sleep(pause, options.signal);
      }
    }
  }
  async json(path, options = {}) {
    return (await this.ask(path, options)).json();
  }
  /** Send something that must not be done twice: all attempts carry the same key. */
  post(path, body, options = {}) {
    const headers = { "Idempotency-Key": randomKey(), ...options.headers };
    return this.json(path, { method: "POST", ...options, body, headers });
  }
  headers({ token, body, headers, wait }) {
    const sent = {};
    if (this.settings.language) sent["Accept-Language"] = this.settings.language;
    if (token) sent["Authorization"] = `Bearer ${token}`;
    if (body !== void 0) sent["Content-Type"] = "application/json";
    if (wait) sent["Prefer"] = `wait=${wait}`;
    return { ...sent, ...headers };
  }
  async once(path, options, headers) {
    const { method = "GET", body, signal, wait = 0, stream = false } = options;
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("no answer in time")), (wait + ANSWER_SECONDS) * 1e3);
    const stopped = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const init = { method, headers, signal: stopped, cache: "no-store" };
    if (body !== void 0) init.body = JSON.stringify(body);
    try {
      const response = await (this.settings.fetch ?? fetch)(this.url + path, init);
      if (!response.ok && response.status !== 304) throw await refusal(response);
      return stream ? response : await whole(response);
    } catch (error) {
      if (error instanceof Refused) throw error;
      signal?.throwIfAborted();
      throw new Unreachable(late.signal.aborted ? late.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }
};
async function whole(response) {
  const content = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(content.byteLength ? content : null, { status, statusText, headers });
}
async function refusal(response) {
  const problem = await response.json().catch(() => ({ title: response.statusText }));
  return new Refused({ ...problem, status: response.status }, Number(response.headers.get("Retry-After")) || 0);
}
function pauseAfter(error, attempt) {
  if (!(error instanceof Refused) || ![0, 429, 502, 503, 504].includes(error.status)) return null;
  const pause = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
  return Math.max(pause, error.retryAfter * 1e3);
}
function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// src/turn.ts
var BotTurn = class {
  constructor(document) {
    this.document = document;
    const { game, id, seat, decision, deadline, view, events, actions: legal } = document;
    this.game = game;
    [this.id, this.seat, this.decision, this.deadline] = [id, seat, decision, deadline];
    this.view = view;
    this.events = events;
    this.actions = legal.actions;
    [this.labels, this.complete, this.templates] = [legal.labels, legal.complete, legal.templates];
  }
  game;
  /** Of the game. */
  id;
  seat;
  decision;
  /** Until when it must be answered. */
  deadline;
  /** What the seat sees. */
  view;
  /** What happened since the last turn of this seat. */
  events;
  /** Everything that may be done; where there is too much of it (`complete` is false), examples. */
  actions;
  labels;
  complete;
  /** Where not all actions are listed: what they are made of. */
  templates;
  /** A listed action in words. */
  sentence(action) {
    return this.labels[this.actions.indexOf(action)]?.sentence ?? action.type;
  }
  /** Names the decision: turns come again until they are acted on. */
  get key() {
    return `${this.id}:${this.seat}:${this.decision}`;
  }
};

// src/webhook.ts
var OLDEST = 300;
var LARGEST = 1 << 20;
async function genuine(secret, headers, body, now = Date.now() / 1e3) {
  const stamp = headers.get("webhook-timestamp") ?? "";
  if (!secret || !/^\d+$/.test(stamp) || Math.abs(now - Number(stamp)) > OLDEST) return false;
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const start = new TextEncoder().encode(`${headers.get("webhook-id") ?? ""}.${stamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  for (const signature of (headers.get("webhook-signature") ?? "").split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    if (await crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed)) return true;
  }
  return false;
}
function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
async function receive(secret, headers, body, choose) {
  if (secret && !await genuine(secret, headers, body)) return refused(401, "the signature is wrong or old");
  let message;
  try {
    message = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return refused(400, "this is not JSON");
  }
  if ("notice" in message && message.notice === "challenge") return Response.json({ challenge: message.challenge });
  if (!secret) return refused(401, "the bot does not know its secret yet");
  if ("notice" in message) return Response.json({});
  try {
    return Response.json({ action: await choose(new BotTurn(message)) });
  } catch (error) {
    console.error(`${message.game} ${message.id}: no choice,`, error);
    return refused(500, "no choice");
  }
}
function refused(status, detail) {
  return Response.json({ detail }, { status });
}
async function serveNode(request, response, handle) {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= LARGEST) parts.push(part);
  }
  const answer = size > LARGEST ? refused(413, "the call is too long") : await handle(headers, joined(parts));
  response.writeHead(answer.status, { "Content-Type": "application/json" });
  response.end(await answer.text());
}
function joined(parts) {
  const whole2 = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole2.set(part, at);
    at += part.length;
  }
  return whole2;
}

// src/bot.ts
var PASSED = ["superseded", "game_over", "not_to_act"];
var Bot = class {
  constructor(name, choose, credentials) {
    this.name = name;
    this.choose = choose;
    this.credentials = credentials;
  }
  playing = /* @__PURE__ */ new Map();
  /** Turns that come again although `choose` has failed; the server's own bot will play them. */
  failed = /* @__PURE__ */ new Set();
  failure;
  get id() {
    if (!this.credentials) throw new Error("The bot is not registered yet.");
    return this.credentials.id;
  }
  // --- registration ---------------------------------------------------------------------------------------------------
  /** Make it known to a server, once; `webhook` is the URL at which it is served. Its id. */
  async register(url, { webhook, ...settings } = {}) {
    return this.registerWith(new Http(url, settings), settings, webhook);
  }
  async registerWith(http, { credentials, games, concurrent }, url) {
    this.credentials = credentials ?? this.credentials;
    if (!this.credentials) {
      const body = { name: this.name, games: games ?? null, ...concurrent && { concurrent }, ...url && { url } };
      const { id, token, secret } = await http.post("/v1/bots", body);
      this.credentials = { id, token, ...secret && { secret } };
    }
    return this.id;
  }
  /** Enter the ladder of a game, or go on there after it was benched: how the bot stands. */
  enter(url, ladder, owner) {
    return this.enterWith(new Http(url), ladder, owner);
  }
  enterWith(http, ladder, owner) {
    return http.post(`/v1/ladders/${ladder}/entries`, { bot: this.id, owner: owner ?? null }, { token: this.credentials?.token });
  }
  /** Unregister: the server's own bots play its games on. */
  async remove(url) {
    await new Http(url).ask(`/v1/bots/${this.id}`, { method: "DELETE", token: this.credentials?.token });
  }
  // --- pull -----------------------------------------------------------------------------------------------------------
  /** Register, then play every turn as it comes, until the signal stops it. */
  async run(url, settings = {}) {
    const http = new Http(url, { patience: Infinity, ...settings });
    const { signal } = settings;
    await this.registerWith(http, settings);
    if (settings.ladder) await this.enterWith(http, settings.ladder, settings.owner);
    settings.onReady?.(this);
    try {
      while (!signal?.aborted && !this.failure) {
        const options = { wait: 20, token: this.credentials?.token, ...signal && { signal } };
        const { turns } = await http.json(`/v1/bots/${this.id}/turns`, options);
        const owed = turns.map((turn) => new BotTurn(turn));
        this.failed = new Set(owed.map(({ key }) => key).filter((key) => this.failed.has(key)));
        for (const turn of owed) this.start(http, turn, settings);
        if (owed.length) await Promise.race([...this.playing.values(), sleep(1e3)]);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    await Promise.all(this.playing.values());
    if (this.failure) throw this.failure.error;
  }
  /** Each decision is thought about once. */
  start(http, turn, { onError }) {
    const { key } = turn;
    if (this.playing.has(key) || this.failed.has(key)) return;
    const done = this.play(http, turn).catch((error) => {
      this.failed.add(key);
      if (onError) onError(error, turn);
      else this.failure ??= { error };
    }).finally(() => this.playing.delete(key));
    this.playing.set(key, done);
  }
  async play(http, turn) {
    const action = await this.choose(turn);
    try {
      await http.post(turn.document.act, action, { token: this.credentials?.token });
    } catch (error) {
      if (!(error instanceof Refused && PASSED.includes(error.reason ?? ""))) throw error;
    }
  }
  // --- webhook --------------------------------------------------------------------------------------------------------
  /** The bot as a handler of fetch's requests: `export default { fetch: bot.fetch }`, `Deno.serve(bot.fetch)`. */
  fetch = async (request) => receive(this.credentials?.secret, request.headers, new Uint8Array(await request.arrayBuffer()), this.choose);
  /** The bot as a listener of Node: `http.createServer(bot.node)`. */
  node = (request, response) => serveNode(request, response, async (headers, body) => receive(this.credentials?.secret, headers, body, this.choose));
};

// src/dice.ts
var Dice = class {
  constructor(seed, nonces = []) {
    this.seed = seed;
    this.nonces = nonces;
  }
  key;
  block = new Uint8Array();
  used = 0;
  /** A number from 0 to n - 1. */
  async below(n) {
    let byte = await this.byte();
    while (byte >= 256 - 256 % n) byte = await this.byte();
    return byte % n;
  }
  async roll(sides) {
    return 1 + await this.below(sides);
  }
  async shuffle(items) {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
    }
    return shuffled;
  }
  async byte() {
    if (this.used % 32 === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, BigInt(this.used / 32));
      this.block = await hmac(this.key ??= await this.derivedKey(), new Uint8Array(counter.buffer));
    }
    this.used += 1;
    return this.block[(this.used - 1) % 32];
  }
  async derivedKey() {
    const seed = await imported(bytes(this.seed));
    return this.nonces.length ? imported(await hmac(seed, new TextEncoder().encode(this.nonces.join("\n")))) : seed;
  }
};
async function commitmentOf(seed) {
  return `sha256:${hex(new Uint8Array(await subtle().digest("SHA-256", bytes(seed))))}`;
}
async function verifyDice(replay, commitment = replay.commitment) {
  if (await commitmentOf(replay.seed) !== commitment) return { fair: false, draws: 0, fault: "the seed is not the one that was promised" };
  const dice = new Dice(replay.seed, replay.nonces);
  let draws = 0;
  for (const { dice: drawn, outcomes, name } of steps(replay)) {
    if (drawn.length !== outcomes.length) return { fair: false, draws, fault: `${name} does not say how its ${drawn.length} draws were made` };
    for (const [index, n] of outcomes.entries()) {
      if (await dice.below(n) !== drawn[index]) return { fair: false, draws, fault: `draw ${index + 1} of ${name} does not follow from the seed` };
      draws += 1;
    }
  }
  return { fair: true, draws, fault: null };
}
function* steps(replay) {
  yield { dice: replay.deal.dice, outcomes: replay.deal.outcomes ?? [], name: "the deal" };
  for (const act of replay.acts) yield { dice: act.dice, outcomes: act.outcomes ?? [], name: `version ${act.version}` };
}
function subtle() {
  if (!globalThis.crypto?.subtle) throw new Error("The dice cannot be checked here: Web Crypto needs https or localhost.");
  return globalThis.crypto.subtle;
}
function imported(key) {
  return subtle().importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}
async function hmac(key, message) {
  return new Uint8Array(await subtle().sign("HMAC", key, message));
}
function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// src/jobs.ts
async function result(http, job, { onProgress, signal } = {}) {
  const path = `/v1/jobs/${job.id}`;
  const cancel = () => void http.ask(path, { method: "DELETE" }).catch(() => void 0);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    for (; ; ) {
      onProgress?.(job.progress);
      if (job.status === "done") return job.result;
      if (job.status === "failed" || job.status === "cancelled") throw new Refused(job.problem ?? { title: `The job is ${job.status}.` });
      await sleep(50, signal);
      job = await http.json(path, { wait: 20, ...signal ? { signal } : {} });
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

// src/sse.ts
var SILENCE = 45e3;
async function* messages(body) {
  for await (const block of pieces(body, /\r?\n\r?\n/)) yield parsed(block);
}
async function* pieces(body, separator) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (; ; ) {
      const { value, done } = await inTime(reader.read());
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(separator);
      rest = blocks.pop() ?? "";
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => void 0);
  }
}
async function inTime(reading) {
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("the stream is silent")), SILENCE);
  });
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer));
}
function parsed(block) {
  const message = { id: "", event: "message", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") message.data += (message.data ? "\n" : "") + value;
    else if (field === "id" || field === "event") message[field] = value;
  }
  return message;
}

// src/types.ts
function isOver(view) {
  return view.status === "finished" || view.status === "aborted";
}

// src/reader.ts
var WAIT = 25;
var LAST = ["game_over", "game_aborted"];
var Reader = class {
  constructor(http, slug, id, token) {
    this.http = http;
    this.slug = slug;
    this.id = id;
    this.token = token;
    this.path = `/v1/${slug}/games/${id}`;
  }
  path;
  /** Something on the way does not let streams through. */
  streamless = false;
  /** The stream broke off, and is not there again yet. */
  broken = false;
  /** There is nothing after the last event that was read. */
  ended = false;
  /** What this reader sees now, or saw at a version. */
  view(at) {
    return this.get(at === void 0 ? "" : `?at=${at}`);
  }
  /** The views of the game, each as soon as it is there, until the game is over. */
  async *views(follow = {}) {
    let tag = "";
    for (; ; ) {
      const response = await this.ask("", { ...follow, wait: WAIT, headers: tag ? { "If-None-Match": tag } : {} });
      if (response.status === 304) continue;
      tag = response.headers.get("ETag") ?? "";
      const view = await response.json();
      yield view;
      if (isOver(view)) return;
    }
  }
  /** Wait for the end of the game; the last view. */
  async over(follow = {}) {
    let last;
    for await (const view of this.views(follow)) last = view;
    return last;
  }
  /** What has happened so far, from one event on. */
  async history(after = 0, options = {}) {
    const events = [];
    for (let more = true; more; ) {
      const page = await this.get(`/events?after=${after}&limit=500`, options);
      events.push(...page.events);
      ({ more, next_after: after } = page);
    }
    return events;
  }
  /** Every event as it happens, until the game is over. Lost connections are taken up where they broke off. */
  async *events({ after = 0, ...follow } = {}) {
    for (; ; ) {
      const source = this.streamless ? this.waited(after, follow) : this.streamed(after, follow);
      for await (const event of source) {
        yield event;
        after = event.seq;
        if (LAST.includes(event.type)) return;
      }
      if (!this.streamless && this.ended) return;
    }
  }
  async *streamed(after, follow) {
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
        const event = data ? JSON.parse(data) : void 0;
        if (event?.seq !== void 0) yield event;
      }
    } catch (error) {
      follow.signal?.throwIfAborted();
      this.broken = true;
      follow.onTrouble?.(new Unreachable(error));
    }
    await sleep(100, follow.signal);
  }
  async *waited(after, follow) {
    for await (const view of this.views(follow)) {
      const events = await this.history(after, follow);
      yield* events;
      after = events.at(-1)?.seq ?? after;
      if (isOver(view)) return;
    }
  }
  /** The board as text, or as a picture. */
  async board(format = "txt", at) {
    return (await this.ask(`/board.${format}${at === void 0 ? "" : `?at=${at}`}`)).text();
  }
  /** The full position: once the game is over, or for the host of a sandbox game. */
  position(at) {
    return this.get(`/position${at === void 0 ? "" : `?at=${at}`}`);
  }
  /** Everything that was done, with the seed and the dice; once the game is over. */
  replay() {
    return this.get("/replay");
  }
  /** The chances of every seat from here, as far as this reader may know. Takes a while. */
  async odds(options = {}) {
    const { rollouts, ...waiting } = options;
    const job = await this.http.post(`${this.path}/odds`, rollouts ? { rollouts } : {}, this.authorised());
    return result(this.http, job, waiting);
  }
  get(tail, options = {}) {
    return this.http.json(this.path + tail, this.authorised(options));
  }
  post(tail, body, options = {}) {
    return this.http.post(this.path + tail, body, this.authorised(options));
  }
  ask(tail, options = {}) {
    return this.http.ask(this.path + tail, this.authorised(options));
  }
  authorised(options = {}) {
    return { token: this.token, ...options };
  }
};

// src/players.ts
var BUILT_IN = /^(random|greedy|search)(?::([1-8]))?$/;
var REGISTERED = /^[0-9]{2}[a-z0-9]{26}$/;
var BOT_LIKE = /^([a-z0-9_-]+|[^:]*:.*)$/s;
var BOTS = "random, greedy, search, search:1 to search:8, or the id of a registered bot";
function seatRequest(player) {
  if (typeof player !== "string") return player;
  const [, bot, level] = BUILT_IN.exec(player) ?? [];
  if (bot) return { kind: "bot", bot, ...level ? { level: Number(level) } : {} };
  if (REGISTERED.test(player)) return { kind: "remote", bot: player };
  if (player === "open") return { kind: "open" };
  const name = JSON.stringify(player);
  if (BOT_LIKE.test(player)) throw new RangeError(`There is no bot ${name}; the bots are ${BOTS}. A person of this name: person(${name})`);
  return person(player);
}
function person(name) {
  return { kind: "human", name };
}

// src/seat.ts
var PASSED2 = ["superseded", "game_over"];
var Seat = class extends Reader {
  /** `for await (const turn of seat)`: every decision that this seat owes, until the game is over. */
  [Symbol.asyncIterator]() {
    return this.turns();
  }
  async *turns(follow = {}) {
    let legal;
    let acted;
    for (; ; ) {
      const next = acted?.next;
      legal = next ?? await this.owed(acted ? void 0 : legal, follow);
      if (isOver(legal)) return;
      const turn = new Turn(this, legal, next ? acted?.view : void 0);
      yield turn;
      acted = turn.acted;
      if (acted && isOver(acted.view)) return;
    }
  }
  /** The legal actions as soon as this seat owes a decision, other than the last one if given, or the game is over. */
  async owed(last, follow) {
    let tag = last ? `"${last.version}-${last.seat}"` : "";
    for (; ; ) {
      try {
        const response = await this.ask("/actions", { ...follow, wait: WAIT, headers: tag ? { "If-None-Match": tag } : {} });
        if (response.status !== 304) {
          const legal = await response.json();
          if (isOver(legal) || legal.decision !== null && legal.decision !== last?.decision) return legal;
          tag = response.headers.get("ETag") ?? "";
        }
      } catch (error) {
        if (!(error instanceof Refused && error.reason === "not_started")) throw error;
      }
      await sleep(50, follow.signal);
    }
  }
  /** The view with the legal actions in it. */
  choices(follow = {}) {
    return this.get("?include=actions", follow);
  }
  /** What this seat may do now. */
  actions() {
    return this.get("/actions");
  }
  /**
   * Act. Repeated after a lost answer, but never done twice. With `decision` it is played on that choice or not at
   * all, with `version` only while the game is at that version.
   */
  act(action, { decision, version } = {}) {
    const headers = version === void 0 ? {} : { "If-Match": `"${version}-0"` };
    return this.post(`/actions${decision === void 0 ? "" : `?decision=${decision}`}`, action, { headers });
  }
  /** Take back what this seat did at a version, if nobody has acted or learned anything since. */
  takeBack(version) {
    return this.http.json(`${this.path}/actions/${version}`, { method: "DELETE", token: this.token, patience: 0 });
  }
  /** Give up; a bot plays on, or with `end` a game of two is over and the other player has won. */
  resign({ end = false } = {}) {
    return this.post("/resign", { end });
  }
  /** Let a bot play this seat, open it for another player, or take it back (`{kind: "human"}`). */
  async change(player) {
    const { you } = await this.view();
    const { kind, bot, level } = seatRequest(player);
    const body = { kind, ...bot ? { bot } : {}, ...level ? { level } : {} };
    return this.http.json(`${this.path}/seats/${you}`, { method: "PUT", body, token: this.token });
  }
};
var Turn = class {
  constructor(seat, legal, seen) {
    this.seat = seat;
    this.seen = seen;
    this.decision = legal.decision;
    this.version = legal.version;
    this.actions = legal.actions;
    this.labels = legal.labels;
    this.complete = legal.complete;
    this.templates = legal.templates;
  }
  decision;
  version;
  /** Everything that may be done; where there is too much of it (`complete` is false), examples. */
  actions;
  labels;
  complete;
  /** Where not all actions are listed: what they are made of. */
  templates;
  /** What `play` answered. */
  acted;
  /** What the seat sees: requested when it is first read, unless the act before this turn answered it. */
  get view() {
    return this.look();
  }
  async look() {
    return this.seen ??= await this.seat.view();
  }
  /** A listed action in words. */
  sentence(action) {
    return this.labels[this.actions.indexOf(action)]?.sentence ?? action.type;
  }
  /**
   * Play an action on this very decision. A broken rule throws `Refused`; null says that the decision had passed
   * already (the time was up, or another player was quicker): nothing was played, the next turn has the news.
   */
  async play(action) {
    try {
      return this.acted = await this.seat.act(action, { decision: this.decision });
    } catch (error) {
      if (error instanceof Refused && PASSED2.includes(error.reason ?? "")) return null;
      throw error;
    }
  }
};

// src/game.ts
var Game = class _Game extends Reader {
  constructor(http, slug, id, tokens = {}) {
    super(http, slug, id, tokens.spectator ?? tokens.host);
    this.tokens = tokens;
  }
  /** What the server promised before the first die; from creation, else from the first `commitment()`. */
  promised;
  /** A game that was just created, with everything that opens it. */
  static of(http, slug, created) {
    const seats = Object.fromEntries(created.seats.flatMap(({ seat, token }) => token ? [[seat, token]] : []));
    const { host_token: host, spectator_token: spectator, invite } = created;
    const game = new _Game(http, slug, created.id, { seats, ...host && { host }, ...spectator && { spectator }, ...invite && { invite } });
    game.promised = created.commitment;
    return game;
  }
  /** A seat of which the token is known. */
  seat(number, token = this.tokens.seats?.[number]) {
    if (token === void 0) throw new RangeError(`There is no token for seat ${number}: a bot plays it, it is open, or it does not exist.`);
    return new Seat(this.http, this.slug, this.id, token);
  }
  /** Take an open seat; its token is kept in `tokens`. */
  async join(name, { seat, nonce, invite = this.tokens.invite } = {}) {
    const body = { name: name ?? null, seat: seat ?? null, nonce: nonce ?? null, invite: invite ?? null };
    const taken = await this.http.post(`${this.path}/seats`, body);
    this.tokens.seats = { ...this.tokens.seats, [taken.seat]: taken.token };
    return this.seat(taken.seat);
  }
  /** Wait for the end; null when the game was called off. */
  async result(follow = {}) {
    return (await this.over(follow)).result;
  }
  /** What the server promised: keep it, and the dice can be checked afterwards. */
  async commitment() {
    return this.promised ??= (await this.view()).commitment;
  }
  /** Derive all dice of a finished game from its seed, without the server's help. */
  async verify(commitment = this.promised) {
    return verifyDice(await this.replay(), commitment);
  }
  /** Play on from a version (else from the end) in a new sandbox game. */
  async fork(at, ...players) {
    const seats = players.length ? { seats: players.map(seatRequest) } : {};
    const body = { fork: { id: this.id, at: at ?? (await this.view()).version }, ...seats };
    const created = await this.http.post(`/v1/${this.slug}/games`, body, { token: this.token });
    return _Game.of(this.http, this.slug, created);
  }
  /** The same seats in a new game; the first request opens it. The tokens stay the same. */
  async rematch() {
    const token = this.tokens.host ?? Object.values(this.tokens.seats ?? {})[0];
    const created = await this.post("/rematch", {}, { token });
    const game = new _Game(this.http, this.slug, created.id, this.tokens);
    game.promised = created.commitment;
    return game;
  }
  /** Call the game off; only its host may. */
  abort() {
    return this.http.json(this.path, { method: "DELETE", token: this.tokens.host });
  }
  /** Who plays a seat from now on; for the host: open seats, bots, and people whose time is up. */
  change(seat, player) {
    return this.http.json(`${this.path}/seats/${seat}`, { method: "PUT", body: seatRequest(player), token: this.tokens.host });
  }
};

// src/ludotheque.ts
var Ludotheque = class {
  http;
  bakong;
  mekong;
  babord;
  kimbac;
  bailouke;
  constructor(url, settings = {}) {
    this.http = new Http(url, settings);
    this.bakong = this.game("bakong");
    this.mekong = this.game("mekong");
    this.babord = this.game("babord");
    this.kimbac = this.game("kimbac");
    this.bailouke = this.game("bailouke");
  }
  /** A game by its name in paths. */
  game(slug) {
    return new GameApi(this.http, slug);
  }
  /** Every game of the server, with its options. */
  async games() {
    return (await this.http.json("/v1")).games;
  }
  /** Built-in and registered bots. */
  async bots() {
    const { built_in, remote, next } = await this.http.json("/v1/bots");
    for (let cursor = next; cursor !== null; ) {
      const page = await this.http.json(`/v1/bots?${new URLSearchParams({ cursor })}`);
      remote.push(...page.remote);
      cursor = page.next;
    }
    return { built_in, remote };
  }
  /** Public games of all kinds, the newest first. */
  list(status) {
    return listed(this.http, "/v1/games", status);
  }
};
async function* listed(http, path, status) {
  for (let cursor = ""; cursor !== null; ) {
    const query = new URLSearchParams({ ...status ? { status } : {}, ...cursor ? { cursor } : {} });
    const page = await http.json(`${path}?${query}`);
    yield* page.games;
    cursor = page.next;
  }
}
function botRequest(bot) {
  if (typeof bot !== "string") return bot;
  const [name, level] = bot.split(":");
  return { bot: name, ...level ? { level: Number(level) } : {} };
}
var GameApi = class {
  constructor(http, slug) {
    this.http = http;
    this.slug = slug;
    this.path = `/v1/${slug}`;
  }
  path;
  async create(...given) {
    const last = given.at(-1);
    const settings = typeof last === "object" && !("kind" in last) ? given.pop() : {};
    const seats = given.length ? { seats: given.map(seatRequest) } : {};
    return Game.of(this.http, this.slug, await this.http.post(`${this.path}/games`, { ...settings, ...seats }));
  }
  /** A game that exists: with tokens to play it, without to watch it. Asks nothing yet. */
  open(id, tokens = {}) {
    return new Game(this.http, this.slug, id, tokens);
  }
  /** Public games, the newest first. */
  list(status) {
    return listed(this.http, `${this.path}/games`, status);
  }
  /** What the game is made of: content, options, action types. */
  sheet() {
    return this.http.json(this.path);
  }
  async rules() {
    return (await this.http.json(`${this.path}/rules`)).rules;
  }
  rule(id) {
    return this.http.json(`${this.path}/rules/${encodeURIComponent(id)}`);
  }
  /** Many games between bots, registered ones by their ids: `simulate(["greedy", "search:4"], { games: 500 })`. */
  async simulate(bots, options = {}) {
    const { onProgress, signal, ...rest } = options;
    const seats = bots.map(botRequest);
    const job = await this.http.post(`${this.path}/simulations`, { ...rest, seats });
    return result(this.http, job, { ...onProgress && { onProgress }, ...signal && { signal } });
  }
  /** Real games between bots, registered ones by their ids: `match(["search:4", bot.id], { games: 20 })`. */
  async match(bots, options = {}) {
    const { onProgress, signal, ...rest } = options;
    const job = await this.http.post(`${this.path}/matches`, { ...rest, entries: bots.map(botRequest) });
    return result(this.http, job, { ...onProgress && { onProgress }, ...signal && { signal } });
  }
  /** The table of the ladder, best first. */
  ladder() {
    return this.http.json(`/v1/ladders/${this.slug}`);
  }
  /** The replays of public finished games, oldest first; goes on where a connection broke off. */
  async *export(options = {}) {
    const query = new URLSearchParams(options);
    for (let whole2 = false; !whole2; ) {
      const response = await this.http.ask(`${this.path}/export?${query}`, { stream: true });
      try {
        for await (const line of pieces(response.body, /\n/)) {
          const replay = JSON.parse(line);
          yield replay;
          if (replay.cursor) query.set("after", replay.cursor);
        }
        whole2 = true;
      } catch (error) {
        if (!(error instanceof TypeError || error.message === "the stream is silent")) throw error;
      }
    }
  }
};
export {
  Bot,
  BotTurn,
  Dice,
  Game,
  GameApi,
  Http,
  Ludotheque,
  Reader,
  Refused,
  Seat,
  Turn,
  Unreachable,
  commitmentOf,
  genuine,
  isOver,
  person,
  randomKey,
  seatRequest,
  verifyDice
};
