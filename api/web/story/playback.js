// What happened, told one event at a time over the board: the sentence, the pieces, and for each player the last move.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { glide, positions } from "./motion.js";
import { moves } from "../shared/settings.js";
import { play as sound, TICK } from "./sound.js";
import { piecesOf, shownBy, tells } from "../board/traces.js";

const [SHORTEST, LONGEST, WHOLE] = [300, 600, 3000]; // milliseconds for an event, and for all of them
const SHOWN = 3000; // milliseconds for which a seen card or tile lies open

export class Playback {
  constructor(board) {
    this.board = board;
    this.queue = [];
    this.last = new Map(); // by seat: the pieces of its last move
    this.text = make("p", { class: "told", role: "status", "aria-live": "polite" });
    this.skipping = make("button", { type: "button", class: "quiet", "data-key": "skip", hidden: true, onclick: () => this.skip() }, say("skip"));
    this.element = make("div", { class: "telling" }, this.text, this.skipping);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.closing);
  }

  /** Remember where the pieces lie, before a new picture is drawn. */
  before() {
    return moves() ? positions(this.board.svg) : new Map();
  }

  /** A new picture is there, and these events led to it. */
  play(events, before, you) {
    this.you = you;
    for (const event of events) this.remember(event);
    this.queue.push(...events.filter((event) => tells(event) || shownBy(event).length));
    const left = this.timer === undefined ? WHOLE : WHOLE - LONGEST; // an event that is being told may take so long still
    // Of too many events the first are not played: the summary and the story have them.
    this.queue.splice(0, this.queue.length - left / SHORTEST).flatMap(shownBy).forEach((what) => this.reveal(what));
    if (!moves() || document.hidden) return this.end();
    this.board.marks.clear("last"); // until all is told
    this.step = Math.max(SHORTEST, Math.min(LONGEST, left / (this.queue.length || 1)));
    const turns = this.queue.flatMap((event, index) => piecesOf(event).map((id) => [id, index * this.step]));
    const turn = new Map(turns.reverse());
    if (this.board.svg) this.running = glide(this.board.svg, before, (id) => turn.get(id) ?? 0);
    if (this.timer === undefined) this.next();
    else this.skipping.hidden = this.queue.length === 0;
    return undefined;
  }

  /** What happened before the reader came: only the last moves are marked, and the last sentence stands there. */
  recall(events, you) {
    this.you = you;
    for (const event of events) this.remember(event);
    this.text.textContent = events.findLast(tells)?.sentence ?? "";
    this.markLast();
  }

  /** The last move of a seat: everything that it did since another seat moved. */
  remember(event) {
    if (event.seat === undefined || !tells(event)) return;
    const pieces = piecesOf(event);
    if (!pieces.length) return;
    if (this.mover !== event.seat) this.last.set(event.seat, []);
    this.mover = event.seat;
    this.last.get(event.seat).push(...pieces.filter((id) => !id.startsWith("die-")));
  }

  markLast() {
    this.board.marks.clear("last");
    for (const [seat, pieces] of this.last) this.board.marks.frame(new Set(pieces.slice(-6)), "last", seat === this.you ? "you" : "other");
  }

  next() {
    const event = this.queue.shift();
    if (!event) return this.done();
    this.tell(event);
    this.skipping.hidden = this.queue.length === 0;
    this.timer = setTimeout(() => this.next(), this.step);
    return undefined;
  }

  tell(event) {
    this.text.textContent = event.sentence ?? "";
    this.text.classList.toggle("auto", Boolean(event.auto));
    this.board.marks.clear("now");
    this.board.marks.frame(piecesOf(event), "now");
    shownBy(event).forEach((what) => this.reveal(what));
    if (moves()) sound(...TICK);
  }

  /** A card or tile lies open for a moment, also for readers who want no motion. */
  reveal(what) {
    this.board.marks.reveal(what);
    clearTimeout(this.closing);
    this.closing = setTimeout(() => this.board.marks.clear("reveal"), SHOWN);
  }

  /** The reader has seen enough, or wants no motion: the last sentence, everything in its place. */
  skip() {
    this.running?.forEach((animation) => animation.finish());
    this.end();
  }

  end() {
    clearTimeout(this.timer);
    const told = this.queue.splice(0);
    const last = told.findLast(tells);
    told.filter((event) => event !== last).flatMap(shownBy).forEach((what) => this.reveal(what));
    if (last) this.tell(last);
    this.done();
  }

  done() {
    this.timer = undefined;
    this.skipping.hidden = true;
    this.board.marks.clear("now");
    this.markLast();
  }
}
