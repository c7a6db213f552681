// One table: it holds the view, listens for news, and tells every part of the page what to show.
import { Board } from "./board.js";
import { ByHand } from "./byhand.js";
import { Choices } from "./choices.js";
import { ask, read, Refused, send } from "./client.js";
import { carefulButton, fill, fillOnChange, make } from "./dom.js";
import { Finish } from "./finish.js";
import { JoinForm } from "./joining.js";
import { keep, keysOf, lookingToken } from "./keyring.js";
import { say, spelled } from "./language.js";
import { Live } from "./live.js";
import { Players, standing } from "./players.js";
import { referencePanel } from "./reference.js";
import { linksTo, shareLinks } from "./sharing.js";
import { Story } from "./story.js";
import { TableHelp } from "./table-help.js";
import { explainPieces } from "./tooltips.js";

const OVER = ["finished", "aborted"];

export class Table {
  constructor(place, sheet, id, notices, { at = null, onlyWatch = false } = {}) {
    Object.assign(this, { place, sheet, id, notices, at, onlyWatch });
    this.path = `/v1/${sheet.slug}/games/${id}`;
    this.looking = `${this.path}?include=actions`; // one request for the view and, with a seat, its legal actions
    this.keys = keysOf(id);
    this.token = lookingToken(this.keys);
    this.help = new TableHelp(sheet, this.keys.host ? () => this.callOff() : null);
  }

  async open() {
    let seen;
    try {
      const response = await ask(this.looking, { token: this.token });
      this.view = await response.json();
      seen = { "If-None-Match": response.headers.get("ETag") };
    } catch (error) {
      return this.closed ? undefined : this.refused(error);
    }
    if (this.closed) return; // the reader has gone to another page
    if (!this.keys.commitment) keep(this.id, { slug: this.sheet.slug, commitment: this.view.commitment });
    this.keys = keysOf(this.id);
    this.lay();
    await Promise.all([this.story.catchUp(), this.refresh(this.view)]);
    // Whoever moved between the two reads is in the story already, and will not be told of again.
    const now = await ask(this.looking, { token: this.token, headers: seen });
    if (now.status !== 304) await this.refresh(await now.json());
    if (this.closed || OVER.includes(this.view.status)) return;
    this.live = new Live(this.path, this.token, {
      told: (event) => this.told(event),
      moved: () => this.story.catchUp().then(() => this.refresh()).catch((error) => this.wavering(error)),
      wavering: (error) => this.wavering(error),
    });
    this.live.follow(this.story.last, null);
  }

  /** A token that no longer opens the table, or a private table for which there is only an invite. */
  refused(error) {
    if (!(error instanceof Refused) || error.status === 0) throw error;
    if (error.status === 401 && this.keys.token) {
      keep(this.id, { token: undefined, seat: undefined });
      this.notices.show(new Error(say("stale")));
      return this.restart();
    }
    if (this.keys.invite) return fill(this.place, this.joinForm().element);
    fill(this.place, make("h1", {}, say("not found")), make("a", { href: "#/" }, say("home")));
    return undefined;
  }

  joinForm() {
    return new JoinForm(this.sheet.slug, this.id, () => this.restart(), this.notices);
  }

  restart() {
    window.dispatchEvent(new Event("table-changed"));
  }

  close() {
    this.closed = true;
    this.live?.stop();
    this.help.close();
    this.finish?.stop();
    clearInterval(this.ticking);
    for (const key of ["version", "status", "decision"]) delete document.body.dataset[key];
  }

  /** The places of the page, each with the part that fills it. */
  lay() {
    const part = (name, more = {}) => make("section", { class: `panel ${name}`, ...more });
    this.status = make("div", { class: "standing", role: "status" });
    this.time = make("span", { class: "time" });
    const boardPlace = make("section", { class: "boardplace", "aria-label": say("board") });
    const menu = make("div", { class: "menu panel", role: "dialog", "aria-labelledby": "menu-title", hidden: true });
    const choicesPlace = part("yours", { hidden: true });
    const playersPlace = part("people");
    this.storyPlace = part("history");
    this.sharePlace = part("sharing");
    this.joinPlace = make("div", {});
    const endPlace = part("ending", { hidden: true });
    const replayPlace = part("replay", { hidden: true });
    this.duties = make("div", { class: "row duties" });
    this.board = new Board(boardPlace, (piece, actions) => this.choices.pick(piece, actions));
    boardPlace.append(menu, this.help.waitingPlace, replayPlace);
    this.choices = new Choices(choicesPlace, menu, this.board, (action) => this.act(action));
    this.players = new Players(playersPlace, { host: Boolean(this.keys.host), change: (seat, wish, as) => this.changeSeat(seat, wish, as) });
    this.story = new Story(this.storyPlace, this.path, this.token);
    this.finish = new Finish(this, { endPlace, replayPlace, at: this.at });
    this.byHand = new ByHand((action) => this.act(action));
    menu.addEventListener("keydown", (event) => event.key === "Escape" && this.choices.letGo());
    fill(this.place, make("div", { class: "table" },
      make("div", { class: "head panel" }, this.status, this.time), boardPlace,
      make("div", { class: "side" }, this.joinPlace, endPlace, this.help.wonPlace, this.help.guidePlace, choicesPlace, playersPlace, this.storyPlace, referencePanel(this.sheet), this.sharePlace, this.byHand.element, this.duties)));
    this.ticking = setInterval(() => this.tick(), 500);
  }

  /** Bring the page up to date; done when nothing newer is known. Calls that come meanwhile share the same work. */
  refresh(given, version = given?.version ?? 0) {
    if (given) this.given = given;
    this.newest = Math.max(this.newest ?? 0, version);
    this.dirty = true;
    this.refreshing ??= this.bringUpToDate().finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  async bringUpToDate() {
    while (this.dirty && !this.closed) {
      this.dirty = false;
      await this.gather(await this.newestView());
    }
  }

  /** The view that an own action brought, unless the table has moved on since. */
  async newestView() {
    const { given, newest } = this;
    this.given = undefined;
    if (given && given.version >= newest) return given;
    const view = await read(this.looking, { token: this.token });
    if (view.version < newest && newest === this.newest) this.newest = view.version; // a store that lost a version is right
    return view;
  }

  async gather(view) {
    const picture = view.position ? await Board.fetched(this.path, this.token) : undefined;
    if (this.closed) return;
    if (view.version < this.newest) this.dirty = true; // the table has moved on meanwhile: what was read is history
    if (this.dirty && this.board.text !== undefined) return;
    this.view = view;
    this.picture = picture;
    this.show(view.status === "running" ? view.actions : null);
  }

  show(legal) {
    const { view } = this;
    const [title, phase] = standing(view, this.sheet);
    const watching = view.you === null && !OVER.includes(view.status);
    fillOnChange(this.status, [title, phase, watching],
      () => [make("strong", {}, title), phase ? make("span", {}, phase) : null, watching ? make("small", {}, say("spectator")) : null]);
    this.status.classList.toggle("mine", view.to_act.includes(view.you));
    this.help.show(view);
    this.board.host.hidden = this.picture === undefined;
    if (this.picture !== undefined && !this.finish.replaying) this.board.draw(this.picture);
    this.choices.show(legal, this.sheet, view.you);
    explainPieces(this.board.svg, this.sheet);
    this.players.show(view);
    this.byHand.element.hidden = view.you === null || view.status !== "running";
    this.invite();
    this.sharePlace.hidden = OVER.includes(view.status);
    const links = linksTo(view, this.keys);
    fillOnChange(this.sharePlace, links, () => shareLinks(links));
    this.showDuties();
    this.tick();
    if (OVER.includes(view.status)) this.finish.show(view, this.picture);
    Object.assign(document.body.dataset, { version: view.version, status: view.status });
  }

  /** A form for a reader without a seat, as long as one is free; it stays the same form while seats are taken. */
  invite() {
    const free = this.view.seats.filter((seat) => seat.kind === "open").map((seat) => seat.seat);
    const wanted = free.length > 0 && !this.onlyWatch && this.view.you === null && !OVER.includes(this.view.status) && (!this.view.private || this.keys.invite);
    if (wanted && !this.joining) fill(this.joinPlace, (this.joining = this.joinForm()).element);
    this.joining?.offer(free);
    if (wanted || !this.joining) return;
    fill(this.joinPlace);
    this.joining = null;
  }

  showDuties() {
    const { view, keys } = this;
    const running = !OVER.includes(view.status);
    const resign = view.you !== null && view.status === "running" && !view.seats[view.you].resigned;
    const abort = running && Boolean(keys.host);
    fillOnChange(this.duties, [resign, abort], () => [
      resign ? carefulButton(say("resign"), say("resign?"), () => this.resign()) : null,
      abort ? carefulButton(say("abort"), say("abort?"), () => this.callOff()) : null,
    ]);
  }

  /** Give up. A game of two is over then: its host calls it off, so that nobody plays against a bot unasked. */
  async resign() {
    await this.change("/resign", {});
    if (this.view.seats.length === 2 && this.keys.host) await this.callOff();
  }

  callOff() {
    return this.change("", undefined, { method: "DELETE", token: this.keys.host });
  }

  tick() {
    const deadline = OVER.includes(this.view?.status) ? null : this.view?.clock?.deadline;
    const seconds = deadline ? Math.max(0, Math.round((Date.parse(deadline) - Date.now()) / 1000)) : null;
    this.time.textContent = seconds === null ? "" : say("time left", { time: spelled(seconds) });
    this.time.classList.toggle("short", seconds !== null && seconds <= 10);
  }

  told(event) {
    this.story.tell(event);
    if (event.version > Math.max(this.view.version, this.newest ?? 0)) this.refresh(undefined, event.version).catch((error) => this.wavering(error));
  }

  wavering(error) {
    if (this.closed) return;
    if (error === null) {
      if (this.worried) this.notices.clear();
      this.worried = false;
    } else if (error instanceof Refused && error.status === 401) {
      this.refused(error);
    } else {
      this.worried = true;
      this.notices.show(error);
    }
  }

  async act(action) {
    await this.change("/actions", action);
  }

  async changeSeat(seat, wish, as) {
    await this.change(`/seats/${seat}`, wish, { method: "PUT", token: as === "host" ? this.keys.host : this.token });
  }

  /** Do something that changes the table; what comes back is the new view. */
  async change(tail, body, options = {}) {
    if (this.busy) return;
    this.busy = true;
    this.place.classList.add("busy");
    this.notices.clear();
    try {
      const answer = await send(this.path + tail, body, { token: this.token, ...options });
      answer.events.forEach((event) => this.story.tell(event));
      const mine = !options.token || options.token === this.token;
      // The answer holds the next legal actions, unless there are too many of them.
      const whole = mine && (answer.next || answer.view.decision === null);
      await this.refresh(whole ? { ...answer.view, actions: answer.next } : undefined);
    } catch (error) {
      this.notices.show(error);
      await this.refresh().catch(() => undefined);
    } finally {
      this.busy = false;
      this.place.classList.remove("busy");
    }
  }
}
