/**
 * `<ludotheque-board src="http://host" game="kimbac" id="…">`: the board of a game, live. With the token of a seat
 * (`token="…"`) it can be played on; `lang` is `fr` or `en`.
 */
import { Http } from "./http.js";
import { listed, STYLE, wordsOf, type Words } from "./look.js";
import { Picture } from "./picture.js";
import { Refused } from "./refused.js";
import { Seat } from "./seat.js";
import { isOver, type Action, type Label, type Slug, type View } from "./types.js";

const ATTRIBUTES = ["src", "game", "id", "token", "lang"];

/** A legal action with its words and the pieces that stand for it. */
type Choice = Label & { action: Action };

export { Picture };

export class LudothequeBoard extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  private readonly root = this.attachShadow({ mode: "open" });
  private readonly picture = new Picture<Choice>((piece, choices) => this.pick(piece.id, choices));
  private readonly status = part("p", "status", { role: "status" });
  private readonly error = part("p", "error", { role: "alert" });
  private readonly choices = part("ul", "choices");
  private readonly text = part("details", "text");
  private words: Words = wordsOf("en");
  private reader: Seat | undefined;
  private stopping: AbortController | undefined;
  private view: View | undefined;
  private offered: Choice[] = [];
  private picked: string[] = [];
  private sentence = "";
  private newest = 0;
  private starting = false;
  private refreshing: Promise<void> | undefined;

  constructor() {
    super();
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [this.picture.sheet, style];
    this.root.append(this.status, this.error, this.picture.frame, this.choices, this.text);
    this.text.addEventListener("toggle", () => void this.showText());
    this.root.addEventListener("keydown", (event) => (event as KeyboardEvent).key === "Escape" && this.offer(this.offered));
  }

  connectedCallback(): void {
    this.startSoon();
  }

  disconnectedCallback(): void {
    this.stopping?.abort();
  }

  attributeChangedCallback(): void {
    this.startSoon();
  }

  /** Once, when all attributes are there. */
  private startSoon(): void {
    if (this.starting) return;
    this.starting = true;
    queueMicrotask(() => {
      this.starting = false;
      if (this.isConnected) this.start();
    });
  }

  /** Follow the game that the attributes name, and no other any more. */
  private start(): void {
    this.stopping?.abort();
    const { src, game: slug, id, token } = Object.fromEntries(ATTRIBUTES.map((name) => [name, this.getAttribute(name) ?? ""])) as Record<string, string>;
    if (!slug || !id) return;
    const stopping = (this.stopping = new AbortController());
    const language = this.lang || document.documentElement.lang || navigator.language;
    this.words = wordsOf(language);
    const settings = { language: this.words === wordsOf("fr") ? "fr" : "en", patience: Infinity, onTrouble: (trouble: Refused | null) => this.trouble(trouble) };
    const http = new Http(new URL(src || "/", location.href).href, settings);
    this.reader = new Seat(http, slug as Slug, id, token || undefined);
    Object.assign(this, { view: undefined, newest: 0, sentence: "", offered: [], picked: [] });
    this.text.replaceChildren(made("summary", this.words.text));
    this.choices.setAttribute("aria-label", this.words.choices);
    this.follow(this.reader, stopping.signal).catch((error: unknown) => stopping.signal.aborted || this.failed(error));
  }

  private async follow(reader: Seat, signal: AbortSignal): Promise<void> {
    await this.refresh(1);
    for await (const event of reader.events({ signal, patience: Infinity, onTrouble: (trouble) => this.trouble(trouble) })) {
      this.sentence = event.sentence ?? this.sentence;
      if (this.view && event.version <= this.view.version) this.say(); // what is shown and half chosen stays
      else void this.refresh(event.version).catch((error: unknown) => signal.aborted || this.failed(error));
    }
    await this.refresh(this.newest);
  }

  /** Show at least this version; calls that come meanwhile share the work. */
  private refresh(version: number): Promise<void> {
    this.newest = Math.max(this.newest, version);
    return (this.refreshing ??= this.bringUpToDate().finally(() => (this.refreshing = undefined)));
  }

  private async bringUpToDate(): Promise<void> {
    const reader = this.reader as Seat;
    await new Promise((done) => setTimeout(done)); // events of one version arrive together
    do {
      const view = await reader.choices();
      const source = view.position ? await reader.board("svg") : null;
      if (reader !== this.reader) return;
      this.show(view, source);
    } while (this.view && this.view.version < this.newest && !isOver(this.view));
    this.say();
  }

  private show(view: View, source: string | null): void {
    this.view = view;
    this.newest = Math.max(this.newest, view.version);
    this.error.textContent = "";
    this.say();
    if (source === null) this.picture.clear();
    else this.picture.draw(source);
    this.picture.svg?.setAttribute("role", "img");
    this.picture.svg?.setAttribute("aria-label", `${this.reader?.slug}: ${this.status.textContent ?? ""}`);
    const legal = view.status === "running" ? view.actions : undefined;
    this.offer((legal?.actions ?? []).map((action, index) => ({ ...(legal?.labels[index] as Label), action })));
    if ((this.text as HTMLDetailsElement).open) void this.showText();
    this.dispatchEvent(new CustomEvent("ludotheque-view", { detail: view, bubbles: true, composed: true }));
  }

  /** What happened last, and whose turn it is. */
  private say(): void {
    const { view, words } = this;
    if (!view) return;
    const names = (seats: readonly number[]) => listed(seats.map((seat) => view.seats[seat]?.name ?? ""), words);
    let now = words.waiting.replace("{names}", names(view.to_act));
    if (view.status === "open") now = words.open;
    else if (view.status === "aborted") now = words.aborted;
    else if (view.status === "finished") now = view.result?.winners.length ? words.won.replace("{names}", names(view.result.winners)) : words.over;
    else if (view.you !== null && view.to_act.includes(view.you)) now = words.turn;
    const said = [this.sentence, now].filter(Boolean).join(" ");
    if (this.status.textContent !== said) this.status.textContent = said;
  }

  /** The choices as clickable pieces and as a list. */
  private offer(choices: Choice[]): void {
    this.offered = choices;
    this.picked = [];
    this.picture.offer(choices);
    this.list(choices);
  }

  private list(choices: Choice[]): void {
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
  private pick(piece: string, fitting: Choice[]): void {
    if (this.picked.includes(piece)) return this.offer(this.offered);
    const left = this.picked.length ? fitting.filter((choice) => choice.pieces.some((id) => this.picked.includes(id))) : fitting;
    const [picked, choices] = left.length ? [[...this.picked, piece], left] : [[piece], fitting];
    if (choices.length === 1) return void this.play(choices[0] as Choice);
    this.picked = picked;
    this.picture.pick(picked);
    this.list(choices);
    this.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  private async play(choice: Choice): Promise<void> {
    const { reader, view } = this;
    if (!reader || !view || this.hasAttribute("busy")) return;
    this.toggleAttribute("busy", true);
    this.error.textContent = "";
    try {
      const { version } = await reader.act(choice.action, view.decision === null ? {} : { decision: view.decision });
      await this.refresh(version);
    } catch (error) {
      this.failed(error);
      if (error instanceof Refused && error.status) await this.bringUpToDate().catch(() => undefined);
    } finally {
      this.toggleAttribute("busy", false);
    }
  }

  private async showText(): Promise<void> {
    if (!(this.text as HTMLDetailsElement).open || !this.reader) return;
    const board = await this.reader.board("txt").catch(() => "");
    this.text.replaceChildren(made("summary", this.words.text), made("pre", board));
  }

  private trouble(trouble: Refused | null): void {
    this.error.textContent = trouble ? this.words.lost : "";
  }

  private failed(error: unknown): void {
    const missing = error instanceof Refused && [401, 404].includes(error.status) && !this.view;
    this.error.textContent = missing ? this.words.missing : error instanceof Error ? error.message : String(error);
    this.dispatchEvent(new CustomEvent("ludotheque-refused", { detail: error, bubbles: true, composed: true }));
  }
}

function part<T extends keyof HTMLElementTagNameMap>(tag: T, name: string, attributes: Record<string, string> = {}): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries({ part: name, ...attributes })) element.setAttribute(key, value);
  return element;
}

function made(tag: string, content: string | Node): HTMLElement {
  const element = document.createElement(tag);
  element.append(content);
  return element;
}

if (!customElements.get("ludotheque-board")) customElements.define("ludotheque-board", LudothequeBoard);
