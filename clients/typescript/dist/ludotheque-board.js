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

// src/look.ts
var STYLE = `
:host { display: block; color: var(--ludotheque-text, inherit); background: var(--ludotheque-background, transparent);
  font: var(--ludotheque-font, inherit); }
:host([hidden]) { display: none; }
[part=board] svg { display: block; width: 100%; height: auto; max-height: var(--ludotheque-height, none); }
[part=status] { margin: .4em 0; min-height: 1.4em; }
[part=error] { margin: .4em 0; color: var(--ludotheque-error, #b3261e); }
[part=error]:empty { display: none; }
[part=choices] { list-style: none; margin: .4em 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4em; max-height: 16em; overflow: auto; }
[part=choice] { font: inherit; color: inherit; background: transparent; border: 1px solid var(--ludotheque-accent, #b4470f); border-radius: .4em;
  padding: .5em .7em; min-height: 2.5em; cursor: pointer; }
[part=choice]:hover, [part=choice]:focus-visible { background: color-mix(in srgb, var(--ludotheque-accent, #b4470f) 18%, transparent); }
[part=text] pre { overflow: auto; font: 12px/1.3 ui-monospace, monospace; }
.web-choice { cursor: pointer; outline: none; pointer-events: bounding-box; }
.web-marked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 3px var(--ludotheque-accent, #b4470f)); }
.web-choice:hover, .web-choice:focus-visible, .web-hint, .web-picked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 7px var(--ludotheque-accent, #b4470f)); }
.web-choice:focus-visible, .web-hint, .web-picked { outline: 3px solid var(--ludotheque-accent, #b4470f); outline-offset: 3px; }
:host([busy]) [part=board], :host([busy]) [part=choices] { pointer-events: none; opacity: .7; }
`;
var WORDS = {
  en: {
    turn: "Your turn.",
    waiting: "Waiting for {names}.",
    open: "Waiting for players.",
    over: "The game is over.",
    won: "{names} won.",
    aborted: "The game was called off.",
    lost: "The connection is lost; trying again.",
    missing: "There is no such game, or it is private.",
    text: "The board as text",
    choices: "Your choices",
    all: "Show all",
    and: "and"
  },
  fr: {
    turn: "C'est à vous.",
    waiting: "À {names} de jouer.",
    open: "En attente de joueurs.",
    over: "La partie est finie.",
    won: "{names} : victoire.",
    aborted: "La partie a été annulée.",
    lost: "La connexion est perdue ; nouvel essai.",
    missing: "Cette partie n'existe pas, ou elle est privée.",
    text: "Le plateau en texte",
    choices: "Vos choix",
    all: "Tout montrer",
    and: "et"
  }
};
function wordsOf(language) {
  return language.toLowerCase().startsWith("fr") ? WORDS.fr : WORDS.en;
}
function listed(names, words) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.and} ${names.at(-1)}`;
}

// src/picture.ts
var REACH = 20;
var CLOSE = 12;
var CLASSES = ["web-choice", "web-marked", "web-hint", "web-picked"];
var Picture = class {
  constructor(chosen, missed = () => void 0) {
    this.chosen = chosen;
    this.missed = missed;
    this.frame.setAttribute("part", "board");
    this.frame.addEventListener("pointerdown", (event) => {
      this.pressed = { id: this.pieceAt(event)?.id, svg: this.svg };
    });
    this.frame.addEventListener("pointerup", (event) => this.released(this.pieceAt(event)));
    this.frame.addEventListener("click", (event) => this.clicked(event));
  }
  frame = document.createElement("div");
  sheet = new CSSStyleSheet();
  svg = null;
  offered = /* @__PURE__ */ new Map();
  source = null;
  look = "";
  held;
  pressed;
  /** Show a picture; true when it is another one. Its style goes into a sheet: a strict policy would refuse it inside. */
  draw(source) {
    if (source === this.source) return false;
    this.source = source;
    this.hold();
    let look = "";
    const picture = source.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, rules) => {
      look += rules.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
      return "";
    });
    if (look !== this.look) this.sheet.replaceSync(look);
    this.look = look;
    const parsed2 = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed2, true);
    this.frame.replaceChildren(this.svg);
    this.offered.clear();
    return true;
  }
  clear(...instead) {
    Object.assign(this, { svg: null, source: null });
    this.offered.clear();
    this.frame.replaceChildren(...instead);
  }
  piece(id) {
    return this.svg?.querySelector(`[id="${CSS.escape(id)}"]`) ?? null;
  }
  /** Make the pieces that can be chosen clickable; those that are not quiet glow. The keyboard goes on where it was. */
  offer(choices) {
    if (!this.svg) return;
    this.hold();
    for (const piece of this.offered.keys()) close(piece);
    this.offered.clear();
    for (const choice of choices) {
      for (const piece of choice.pieces.map((id) => this.piece(id))) {
        if (!piece) continue;
        this.offered.set(piece, [...this.offered.get(piece) ?? [], choice]);
        if (!choice.quiet) piece.classList.add("web-marked");
      }
    }
    for (const [piece, fitting] of this.offered) this.open(piece, fitting);
    const pieces2 = [...this.offered.keys()];
    if (pieces2.length) this.svg.setAttribute("role", "group");
    if (this.held === void 0 || !pieces2.length) return;
    (pieces2.find((piece) => piece.id === this.held) ?? pieces2[0])?.focus({ preventScroll: true });
    this.held = void 0;
  }
  /** Mark the pieces of a choice that is pointed at in a list; null for none. */
  hint(choice) {
    for (const [piece, fitting] of this.offered) piece.classList.toggle("web-hint", choice !== null && fitting.includes(choice));
  }
  /** Mark picked pieces by their ids; false when one of them is no longer offered. */
  pick(ids) {
    const pieces2 = [...this.offered.keys()];
    for (const piece of pieces2) piece.classList.toggle("web-picked", ids.includes(piece.id));
    return ids.every((id) => pieces2.some((piece) => piece.id === id));
  }
  /** Do clicks count now? */
  ready() {
    return true;
  }
  /** The small piece within reach, else the one under the pointer. */
  pieceAt(event) {
    const below = event.target.closest(".web-choice");
    const near = [...this.offered.keys()].map((piece) => ({ piece, box: piece.getBoundingClientRect() })).filter(({ box }) => Math.min(box.width, box.height) < 2 * REACH).map(({ piece, box }) => ({ piece, away: Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) })).filter(({ away }) => away <= (below ? CLOSE : REACH)).sort((one, other) => one.away - other.away);
    return near[0]?.piece ?? below;
  }
  clicked(event) {
    if (!this.ready()) return;
    const piece = this.pieceAt(event);
    if (piece) this.choose(piece);
    else this.missed(event.target.closest("[id]")?.id);
  }
  /** When the picture was drawn anew between press and release, the browser makes no click of them: make it here. */
  released(piece) {
    if (piece && this.pressed && piece.id === this.pressed.id && this.pressed.svg !== this.svg) this.choose(piece);
  }
  choose(piece) {
    this.chosen(piece, this.offered.get(piece) ?? []);
  }
  hold() {
    this.held ??= this.frame.getRootNode().activeElement?.closest("[part=board] [id]")?.id;
  }
  open(piece, fitting) {
    piece.classList.add("web-choice");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    const words = piece.querySelector(":scope > title, :scope > desc")?.textContent ?? fitting[0]?.sentence ?? piece.id;
    piece.setAttribute("aria-label", words);
    piece.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (this.ready()) this.choose(piece);
    };
  }
};
function close(piece) {
  piece.classList.remove(...CLASSES);
  for (const name of ["tabindex", "role", "aria-label"]) piece.removeAttribute(name);
  piece.onkeydown = null;
}

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

// src/seat.ts
var PASSED = ["superseded", "game_over"];
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
      if (error instanceof Refused && PASSED.includes(error.reason ?? "")) return null;
      throw error;
    }
  }
};

// src/board.ts
var ATTRIBUTES = ["src", "game", "id", "token", "lang"];
var LudothequeBoard = class extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  root = this.attachShadow({ mode: "open" });
  picture = new Picture((piece, choices) => this.pick(piece.id, choices));
  status = part("p", "status", { role: "status" });
  error = part("p", "error", { role: "alert" });
  choices = part("ul", "choices");
  text = part("details", "text");
  words = wordsOf("en");
  reader;
  stopping;
  view;
  offered = [];
  picked = [];
  sentence = "";
  newest = 0;
  starting = false;
  refreshing;
  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [this.picture.sheet, style];
    this.root.append(this.status, this.error, this.picture.frame, this.choices, this.text);
    this.text.addEventListener("toggle", () => void this.showText());
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.offer(this.offered));
  }
  connectedCallback() {
    this.startSoon();
  }
  disconnectedCallback() {
    this.stopping?.abort();
  }
  attributeChangedCallback() {
    this.startSoon();
  }
  /** Once, when all attributes are there. */
  startSoon() {
    if (this.starting) return;
    this.starting = true;
    queueMicrotask(() => {
      this.starting = false;
      if (this.isConnected) this.start();
    });
  }
  /** Follow the game that the attributes name, and no other any more. */
  start() {
    this.stopping?.abort();
    const { src, game: slug, id, token } = Object.fromEntries(ATTRIBUTES.map((name) => [name, this.getAttribute(name) ?? ""]));
    if (!slug || !id) return;
    const stopping = this.stopping = new AbortController();
    const language = this.lang || document.documentElement.lang || navigator.language;
    this.words = wordsOf(language);
    const settings = { language: this.words === wordsOf("fr") ? "fr" : "en", patience: Infinity, onTrouble: (trouble) => this.trouble(trouble) };
    const http = new Http(new URL(src || "/", location.href).href, settings);
    this.reader = new Seat(http, slug, id, token || void 0);
    Object.assign(this, { view: void 0, newest: 0, sentence: "", offered: [], picked: [] });
    this.text.replaceChildren(made("summary", this.words.text));
    this.choices.setAttribute("aria-label", this.words.choices);
    this.follow(this.reader, stopping.signal).catch((error) => stopping.signal.aborted || this.failed(error));
  }
  async follow(reader, signal) {
    await this.refresh(1);
    for await (const event of reader.events({ signal, patience: Infinity, onTrouble: (trouble) => this.trouble(trouble) })) {
      this.sentence = event.sentence ?? this.sentence;
      if (this.view && event.version <= this.view.version) this.say();
      else void this.refresh(event.version).catch((error) => signal.aborted || this.failed(error));
    }
    await this.refresh(this.newest);
  }
  /** Show at least this version; calls that come meanwhile share the work. */
  refresh(version) {
    this.newest = Math.max(this.newest, version);
    return this.refreshing ??= this.bringUpToDate().finally(() => this.refreshing = void 0);
  }
  async bringUpToDate() {
    const reader = this.reader;
    await new Promise((done) => setTimeout(done));
    do {
      const view = await reader.choices();
      const source = view.position ? await reader.board("svg") : null;
      if (reader !== this.reader) return;
      this.show(view, source);
    } while (this.view && this.view.version < this.newest && !isOver(this.view));
    this.say();
  }
  show(view, source) {
    this.view = view;
    this.newest = Math.max(this.newest, view.version);
    this.error.textContent = "";
    this.say();
    if (source === null) this.picture.clear();
    else this.picture.draw(source);
    this.picture.svg?.setAttribute("role", "img");
    this.picture.svg?.setAttribute("aria-label", `${this.reader?.slug}: ${this.status.textContent ?? ""}`);
    const legal = view.status === "running" ? view.actions : void 0;
    this.offer((legal?.actions ?? []).map((action, index) => ({ ...legal?.labels[index], action })));
    if (this.text.open) void this.showText();
    this.dispatchEvent(new CustomEvent("ludotheque-view", { detail: view, bubbles: true, composed: true }));
  }
  /** What happened last, and whose turn it is. */
  say() {
    const { view, words } = this;
    if (!view) return;
    const names = (seats) => listed(seats.map((seat) => view.seats[seat]?.name ?? ""), words);
    let now = words.waiting.replace("{names}", names(view.to_act));
    if (view.status === "open") now = words.open;
    else if (view.status === "aborted") now = words.aborted;
    else if (view.status === "finished") now = view.result?.winners.length ? words.won.replace("{names}", names(view.result.winners)) : words.over;
    else if (view.you !== null && view.to_act.includes(view.you)) now = words.turn;
    const said = [this.sentence, now].filter(Boolean).join(" ");
    if (this.status.textContent !== said) this.status.textContent = said;
  }
  /** The choices as clickable pieces and as a list. */
  offer(choices) {
    this.offered = choices;
    this.picked = [];
    this.picture.offer(choices);
    this.list(choices);
  }
  list(choices) {
    const buttons = choices.map((choice) => {
      const button = part("button", "choice", { type: "button" });
      button.textContent = choice.sentence;
      button.onclick = () => void this.play(choice);
      button.onfocus = button.onpointerenter = () => this.picture.hint(choice);
      button.onblur = button.onpointerleave = () => this.picture.hint(null);
      return button;
    });
    if (choices.length < this.offered.length) {
      const all = part("button", "choice all", { type: "button" });
      all.textContent = this.words.all;
      all.onclick = () => this.offer(this.offered);
      buttons.push(all);
    }
    this.choices.replaceChildren(...buttons.map((button) => made("li", button)));
    this.choices.hidden = !buttons.length;
  }
  /** A piece was clicked: one action left is played, of several the list shows those that fit. */
  pick(piece, fitting) {
    if (this.picked.includes(piece)) return this.offer(this.offered);
    const left = this.picked.length ? fitting.filter((choice) => choice.pieces.some((id) => this.picked.includes(id))) : fitting;
    const [picked, choices] = left.length ? [[...this.picked, piece], left] : [[piece], fitting];
    if (choices.length === 1) return void this.play(choices[0]);
    this.picked = picked;
    this.picture.pick(picked);
    this.list(choices);
    this.choices.querySelector("button")?.focus({ preventScroll: true });
  }
  async play(choice) {
    const { reader, view } = this;
    if (!reader || !view || this.hasAttribute("busy")) return;
    this.toggleAttribute("busy", true);
    this.error.textContent = "";
    try {
      const { version } = await reader.act(choice.action, view.decision === null ? {} : { decision: view.decision });
      await this.refresh(version);
    } catch (error) {
      this.failed(error);
      if (error instanceof Refused && error.status) await this.bringUpToDate().catch(() => void 0);
    } finally {
      this.toggleAttribute("busy", false);
    }
  }
  async showText() {
    if (!this.text.open || !this.reader) return;
    const board = await this.reader.board("txt").catch(() => "");
    this.text.replaceChildren(made("summary", this.words.text), made("pre", board));
  }
  trouble(trouble) {
    this.error.textContent = trouble ? this.words.lost : "";
  }
  failed(error) {
    const missing = error instanceof Refused && [401, 404].includes(error.status) && !this.view;
    this.error.textContent = missing ? this.words.missing : error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent("ludotheque-refused", { detail: error, bubbles: true, composed: true }));
  }
};
function part(tag, name, attributes = {}) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries({ part: name, ...attributes })) element.setAttribute(key, value);
  return element;
}
function made(tag, content) {
  const element = document.createElement(tag);
  element.append(content);
  return element;
}
if (!customElements.get("ludotheque-board")) customElements.define("ludotheque-board", LudothequeBoard);
export {
  LudothequeBoard,
  Picture
};
