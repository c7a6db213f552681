// One table: it holds the view, listens for news, and tells every part of the page what to show.
import { Board } from "../board/board.js";
import { ByHand } from "../choices/byhand.js";
import { Choices } from "../choices/choices.js";
import { ask, Refused, send } from "../shared/client.js";
import { Connection } from "./connection.js";
import { Countdown } from "./countdown.js";
import { carefulButton, fill, fillOnChange, make } from "../shared/dom.js";
import { Finish } from "../end/finish.js";
import { JoinForm } from "../lobby/joining.js";
import { keep, keysOf, lookingToken } from "../shared/keyring.js";
import { say } from "../words/language.js";
import { laidOut, tablePlaces } from "./places.js";
import { Playback } from "../story/playback.js";
import { Players, standing } from "./players.js";
import { Recap } from "../story/recap.js";
import { referencePanel } from "../help/reference.js";
import { settingsPanel } from "../shared/settings.js";
import { linksTo, shareLinks } from "../shared/sharing.js";
import { play as sound, YOUR_TURN } from "../story/sound.js";
import { Story } from "../story/story.js";
import { TableHelp } from "../help/table-help.js";
import { Takeback } from "../choices/takeback.js";
import { Tooltips } from "../board/tooltips.js";
import { Updates } from "./updates.js";
import { explain } from "../choices/whynot.js";

const OVER = ["finished", "aborted"];

export class Table {
  constructor(place, sheet, id, notices, { at = null, onlyWatch = false } = {}) {
    Object.assign(this, { place, sheet, id, notices, at, onlyWatch });
    this.path = `/v1/${sheet.slug}/games/${id}`;
    this.keys = keysOf(id);
    this.token = lookingToken(this.keys);
    this.help = new TableHelp(sheet, this.keys.host ? () => this.callOff() : null);
    this.connection = new Connection(this, (error) => this.refused(error));
    this.updates = new Updates(this.path, this.token, {
      shown: (view, picture) => this.shown(view, picture), wavering: (error) => this.connection.wavering(error),
    });
  }

  async open() {
    let seen;
    try {
      const response = await ask(this.updates.looking, { token: this.token });
      this.view = await response.json();
      seen = { "If-None-Match": response.headers.get("ETag") };
    } catch (error) {
      return this.closed ? undefined : this.refused(error);
    }
    if (this.closed) return; // the reader has gone to another page
    if (!this.keys.commitment) keep(this.id, { slug: this.sheet.slug, commitment: this.view.commitment });
    this.keys = keysOf(this.id);
    this.lay();
    await Promise.all([this.story.catchUp(), this.updates.refresh(this.view)]);
    this.playback.recall(this.story.take(this.view.version), this.view.you);
    this.recap.show(this.story.events, this.view.you);
    // A move between the two reads is in the story already, and is not announced again.
    const now = await ask(this.updates.looking, { token: this.token, headers: seen });
    if (now.status !== 304) await this.updates.refresh(await now.json());
    if (this.closed || OVER.includes(this.view.status)) return;
    this.connection.listen();
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
    this.connection.stop();
    this.help.close();
    this.updates.stop();
    this.playback?.stop();
    this.board?.stop();
    this.finish?.stop();
    this.countdown?.stop();
    for (const key of ["version", "status", "decision"]) delete document.body.dataset[key];
  }

  /** Fill the places of the page with the parts of the table. */
  lay() {
    const places = (this.places = tablePlaces());
    const explain = (id) => this.explain(id);
    this.board = new Board(places.board, { chosen: (piece, actions) => this.choices.pick(piece, actions), missed: explain });
    this.tooltips = new Tooltips(places.board, this.board, this.sheet, explain);
    this.playback = new Playback(this.board);
    this.board.refitted = () => this.refitted();
    this.takeback = new Takeback(this.sheet, (version) => this.change(`/actions/${version}`, undefined, { method: "DELETE" }));
    this.playback.element.append(this.takeback.element);
    this.recap = new Recap(places.recap);
    places.board.prepend(this.playback.element);
    places.board.append(places.menu, this.help.waitingPlace, places.replay);
    this.choices = new Choices(places.choices, places.menu, this.board, (action) => this.act(action));
    this.players = new Players(places.players, { host: Boolean(this.keys.host), change: (seat, body, as) => this.changeSeat(seat, body, as) });
    this.story = new Story(places.story, this.path, this.token, this.sheet.faces);
    this.finish = new Finish(this, { endPlace: places.end, replayPlace: places.replay, at: this.at });
    this.byHand = new ByHand((action) => this.act(action));
    places.menu.addEventListener("keydown", (event) => event.key === "Escape" && this.choices.letGo());
    const parts = { help: this.help, reference: referencePanel(this.sheet), settings: settingsPanel(), byHand: this.byHand.element };
    fill(this.place, laidOut(this.sheet.name, places, parts));
    this.countdown = new Countdown(places.time);
  }

  /** What is new: the picture, what led to it, and what can be done now. */
  shown(view, picture) {
    const first = this.picture === undefined;
    const mine = (seen) => seen?.to_act.includes(seen.you) ?? false;
    if (!first && mine(view) && !mine(this.view)) sound(...YOUR_TURN);
    const before = this.playback.before();
    Object.assign(this, { view, picture });
    this.show(view.status === "running" ? view.actions : null);
    if (first) return;
    this.tell(before);
    this.takeback.show(view);
    if (view.you === null) this.forget();
  }

  /** Where players must remember, the story does not do it for them: a seat forgets when it acts, others as the table moves on. */
  forget() {
    const { view } = this;
    if (view.status !== "running" || view.position?.options.memory_aid !== false) return;
    this.story.forget(false).catch((error) => this.connection.wavering(error));
  }

  /** Tell what led to the view, one event after the other. */
  tell(before = new Map()) {
    const { view } = this;
    const events = this.story.take(view.version);
    if (!this.finish.lookingBack) this.playback.play(events, before, view.you);
    this.recap.show(this.story.events, view.you);
  }

  /** The window has another size, and the board another layout: what is drawn over it moves along. */
  refitted() {
    this.board.marks.forget();
    this.choices.keep(this.view);
    this.playback.markLast();
  }

  explain(id) {
    if (!this.busy) explain(id, { ...this, legal: this.view.actions });
  }

  show(legal) {
    const { view } = this;
    const [title, phase] = standing(view, this.sheet);
    const watching = view.you === null && !OVER.includes(view.status);
    fillOnChange(this.places.status, [title, phase, watching],
      () => [make("strong", {}, title), phase ? make("span", {}, phase) : null, watching ? make("small", {}, say("spectator")) : null]);
    this.places.status.classList.toggle("mine", view.to_act.includes(view.you));
    this.help.show(view);
    this.board.host.hidden = this.picture === undefined;
    if (this.picture !== undefined && !this.finish.lookingBack) this.board.draw(this.picture);
    this.choices.show(legal, this.sheet, view);
    this.players.show(view);
    this.byHand.element.hidden = view.you === null || view.status !== "running";
    this.invite();
    this.places.share.hidden = OVER.includes(view.status);
    const links = linksTo(view, this.keys);
    fillOnChange(this.places.share, links, () => shareLinks(links));
    this.showDuties();
    this.countdown.show(OVER.includes(view.status) ? null : view.clock?.deadline);
    if (OVER.includes(view.status)) this.finish.show(view, this.picture);
    Object.assign(document.body.dataset, { version: view.version, status: view.status });
  }

  /** A form for a reader without a seat, as long as one is free; it stays the same form while seats are taken. */
  invite() {
    const free = this.view.seats.filter((seat) => seat.kind === "open").map((seat) => seat.seat);
    const wanted = free.length > 0 && !this.onlyWatch && this.view.you === null && !OVER.includes(this.view.status) && (!this.view.private || this.keys.invite);
    if (wanted && !this.joining) fill(this.places.join, (this.joining = this.joinForm()).element);
    this.joining?.offer(free);
    if (wanted || !this.joining) return;
    fill(this.places.join);
    this.joining = null;
  }

  showDuties() {
    const { view, keys } = this;
    const running = !OVER.includes(view.status);
    const resign = view.you !== null && view.status === "running" && !view.seats[view.you].resigned;
    const abort = running && Boolean(keys.host);
    fillOnChange(this.places.duties, [resign, abort], () => [
      resign ? carefulButton(say("resign"), say("resign?"), () => this.resign()) : null,
      abort ? carefulButton(say("abort"), say("abort?"), () => this.callOff()) : null,
    ]);
  }

  /** Give up. A game of two is over then, and the other has won; at a larger table a bot plays on. */
  resign() {
    const others = this.view.seats.filter((seat) => seat.seat !== this.view.you);
    return this.change("/resign", { end: others.length === 1 && !others[0].resigned });
  }

  callOff() {
    return this.change("", undefined, { method: "DELETE", token: this.keys.host });
  }

  told(event) {
    this.story.tell(event);
    this.updates.told(event.version);
    if (this.picture !== undefined && event.version <= this.view.version) this.tell(); // the view was quicker than its events
  }

  async act(action) {
    await this.change("/actions", action);
  }

  async changeSeat(seat, body, as) {
    await this.change(`/seats/${seat}`, body, { method: "PUT", token: as === "host" ? this.keys.host : this.token });
  }

  /** Do something that changes the table; what comes back is the new view. */
  async change(tail, body, options = {}) {
    if (this.busy) return;
    this.busy = true;
    this.place.classList.add("busy");
    this.notices.clear();
    this.playback.skip();
    this.updates.hold();
    try {
      const answer = await send(this.path + tail, body, { token: this.token, ...options });
      answer.events.forEach((event) => this.story.tell(event));
      if (tail === "/actions") this.takeback.acted(body, answer);
      const mine = !options.token || options.token === this.token;
      // The answer holds the next legal actions, unless there are too many of them.
      const whole = mine && (answer.next || answer.view.decision === null);
      await this.updates.refresh(whole ? { ...answer.view, actions: answer.next } : undefined);
      if (tail === "/actions") this.forget();
    } catch (error) {
      this.notices.show(error);
      await this.updates.refresh().catch(() => undefined);
    } finally {
      this.busy = false;
      this.place.classList.remove("busy");
    }
  }
}
