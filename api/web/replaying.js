// Looking back at a finished game: the API draws the board as it was at any version.
import { read } from "./client.js";
import { fill, make } from "./dom.js";
import { say } from "./language.js";
import { Board } from "./board.js";

export class Replaying {
  constructor(place, board, story, notices) {
    Object.assign(this, { place, board, story, notices });
    this.boards = new Map();
    this.stopping = new AbortController();
  }

  stop() {
    this.stopping.abort();
    clearInterval(this.ticking);
  }

  async open(view, token, finalPicture) {
    Object.assign(this, { view, token, path: `/v1/${view.game}/games/${view.id}` });
    this.replay = await read(`${this.path}/replay`, { token });
    this.all = this.replay.acts.length;
    this.boards.set(this.all, Promise.resolve(finalPicture));
    this.controls();
    this.place.dataset.ready = this.all;
    this.goTo(this.all);
  }

  controls() {
    this.label = make("output", { for: "step" });
    this.range = make("input", { type: "range", id: "step", min: 0, max: this.all, value: this.all, "aria-label": say("replay") });
    this.range.addEventListener("input", () => this.goTo(Number(this.range.value)));
    this.remark = make("p", { class: "soft", role: "status" });
    const step = (label, sign, by) => make("button", { type: "button", class: "quiet", "aria-label": say(label), onclick: () => this.goTo(this.step + by) }, sign);
    this.player = make("button", { type: "button", class: "quiet", onclick: () => this.toggle() }, say("replay.play"));
    fill(this.place, make("h2", {}, say("replay")),
      make("div", { class: "row" }, step("replay.previous", "◀", -1), this.range, step("replay.next", "▶", 1), this.player),
      this.label, this.remark);
    this.place.hidden = false;
  }

  goTo(step) {
    this.step = Math.min(Math.max(step, 0), this.all);
    this.range.value = this.step;
    this.label.textContent = this.step === 0 ? say("replay.start") : say("replay.step", { step: this.step, all: this.all });
    this.story.pointAt(this.step === this.all ? null : this.versionAt(this.step));
    this.place.dataset.step = this.step;
    this.picture();
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
      const asked = Board.fetched(this.path, this.token, this.stopping.signal, this.versionAt(step));
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
