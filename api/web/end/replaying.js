// Looking back at a finished game: the API draws the board as it was at any version.
import { read } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { myName } from "../lobby/joining.js";
import { botSeat, createGame, USUAL_BOT } from "../lobby/quick.js";
import { pictureAt } from "../table/updates.js";

const SETTLED = 120; // milliseconds without another step before the board is asked for

export class Replaying {
  constructor(place, { board, story, notices, sheet }) {
    Object.assign(this, { place, board, story, notices, sheet });
    this.boards = new Map();
    this.stopping = new AbortController();
  }

  stop() {
    this.stopping.abort();
    clearInterval(this.ticking);
    clearTimeout(this.settling);
  }

  /** Open at the end, or at the version that a shared link names. */
  async open(view, token, finalPicture, at = null) {
    Object.assign(this, { view, token, path: `/v1/${view.game}/games/${view.id}` });
    this.replay = await read(`${this.path}/replay`, { token });
    this.all = this.replay.acts.length;
    this.boards.set(this.all, Promise.resolve(finalPicture));
    this.controls();
    this.place.dataset.ready = this.all;
    const wanted = at === null ? -1 : this.replay.acts.findLastIndex((act) => act.version <= at) + 1;
    this.goTo(wanted < 0 ? this.all : wanted);
  }

  /** Did anything in this game depend on chance? */
  get usedChance() {
    return [this.replay.deal, ...this.replay.acts].some((one) => one?.dice?.length > 0);
  }

  controls() {
    this.label = make("output", { for: "step" });
    this.range = make("input", { type: "range", id: "step", min: 0, max: this.all, value: this.all, "aria-label": say("replay") });
    this.range.addEventListener("input", () => this.goTo(Number(this.range.value)));
    this.remark = make("p", { class: "soft", role: "status" });
    const step = (label, sign, by) => make("button", { type: "button", class: "quiet", "aria-label": say(label), onclick: () => this.goTo(this.step + by) }, sign);
    this.player = make("button", { type: "button", class: "quiet", onclick: () => this.toggle() }, say("replay.play"));
    this.fork = make("button", { type: "button", class: "quiet", "data-key": "fork", onclick: () => this.playOn() }, say("fork"));
    this.share = make("button", { type: "button", class: "quiet", "data-key": "share move", onclick: () => this.shareMove() }, say("share move"));
    fill(this.place, make("h2", {}, say("replay")),
      make("div", { class: "row" }, step("replay.previous", "◀", -1), this.range, step("replay.next", "▶", 1), this.player),
      this.label, this.remark, make("div", { class: "row" }, this.fork, this.share));
    this.place.hidden = false;
  }

  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.all);
    this.range.value = this.step;
    this.label.textContent = this.step === 0 ? say("replay.start") : say("replay.step", { step: this.step, all: this.all });
    this.story.pointAt(this.step === this.all ? null : this.versionAt(this.step));
    this.place.dataset.step = this.step;
    this.fork.disabled = this.step === this.all;
    this.share.textContent = say("share move");
    this.settle();
  }

  /** A reader who drags the slider asks for one board, not for all between. */
  settle() {
    clearTimeout(this.settling);
    if (this.boards.has(this.step)) this.picture();
    else this.settling = setTimeout(() => this.picture(), SETTLED);
  }

  /** A new game from this position: the same seat for the reader, bots in the others. */
  async playOn() {
    if (this.creating) return; // one visit creates one game, even if the answer comes before the second of two clicks
    this.creating = true;
    const mine = this.view.you ?? 0;
    const seats = this.view.seats.map((_, seat) => (seat === mine ? { kind: "human", name: myName() || say("name default") } : botSeat(USUAL_BOT, this.view.seats.length > 2 ? seat + 1 : "")));
    try {
      await createGame(`/v1/${this.view.game}/games`, { seats, fork: { id: this.view.id, at: this.versionAt(this.step) } }, this.token);
    } catch (error) {
      this.creating = false;
      this.notices.show(error);
    }
  }

  async shareMove() {
    const link = `${location.origin}/#/${this.view.game}/${this.view.id}/at/${this.versionAt(this.step)}`;
    this.share.dataset.link = link;
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    this.remark.textContent = link;
    this.share.textContent = say("copied");
  }

  /** Show the board of this step, and ask for the next one, which is wanted soon. */
  async picture() {
    const { step } = this;
    try {
      const drawn = await this.boardAt(step);
      if (step !== this.step || this.stopping.signal.aborted) return; // the reader has moved on meanwhile
      this.board.draw(drawn);
      this.place.dataset.shown = step;
      this.remark.textContent = "";
      if (step < this.all) this.boardAt(step + 1).catch(() => undefined);
    } catch (error) {
      if (error.name !== "AbortError") this.remark.textContent = say("replay.failed");
    }
  }

  /** The picture of a step, asked for once. */
  boardAt(step) {
    if (!this.boards.has(step)) {
      const asked = pictureAt(this.path, this.token, this.stopping.signal, this.versionAt(step));
      this.boards.set(step, asked);
      asked.catch(() => this.boards.delete(step));
    }
    return this.boards.get(step);
  }

  versionAt(step) {
    return step === 0 ? (this.replay.acts[0]?.version ?? 1) - 1 : this.replay.acts[step - 1].version;
  }

  toggle() {
    if (this.ticking) {
      clearInterval(this.ticking);
      this.ticking = null;
    } else {
      if (this.step === this.all) this.goTo(0);
      this.ticking = setInterval(() => (this.step < this.all ? this.goTo(this.step + 1) : this.toggle()), 700);
    }
    this.player.textContent = say(this.ticking ? "replay.pause" : "replay.play");
  }
}
