// Looking back at a finished game. The API keeps actions, not pictures: so the same game is set up once more from its
// seed, in private, and played again action by action; each board on the way is kept for the slider.
import { ask, read, send } from "./client.js";
import { fill, make } from "./dom.js";
import { say } from "./language.js";
import { Board } from "./board.js";

export class Replaying {
  constructor(place, board, story, notices) {
    Object.assign(this, { place, board, story, notices });
    this.boards = [];
    this.stopping = new AbortController();
  }

  stop() {
    this.stopping.abort();
    clearInterval(this.ticking);
    if (this.again && !this.done) ask(this.again.path, { method: "DELETE", token: this.again.host }).catch(() => undefined);
    this.again = null;
  }

  async open(view, token, finalPicture) {
    this.view = view;
    this.replay = await read(`/v1/${view.game}/games/${view.id}/replay`, { token });
    this.all = this.replay.acts.length;
    this.boards[this.all] = finalPicture;
    this.controls();
    this.goTo(this.all);
    this.lay().catch((error) => {
      if (error.name === "AbortError") return;
      this.failed = true;
      this.note();
    });
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

  /** The board of this step, or the last one before it that is laid out. */
  picture() {
    let known = this.step;
    while (known > 0 && this.boards[known] === undefined) known -= 1;
    if (this.boards[known] !== undefined) this.board.draw(this.boards[known]);
    this.place.dataset.shown = this.boards[known] === undefined ? "" : known;
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

  /** Play the game again, and keep a picture of every step. */
  async lay() {
    const { game, options, seed, nonces, opening, acts } = this.replay;
    const seats = this.view.seats.map((seat, number) => ({ kind: "human", name: seat.name, nonce: nonces[number] ?? null }));
    const wish = { seats, seed, visibility: "private", ...(opening ? { position: opening } : { options }) };
    const { signal } = this.stopping;
    const made = await send(`/v1/${game}/games`, wish, { signal });
    const path = `/v1/${game}/games/${made.id}`;
    this.again = { path, host: made.host_token };
    const reader = this.view.you === null ? made.spectator_token : made.seats[this.view.you].token;
    for (let step = 0; step < acts.length; step += 1) {
      this.boards[step] = await Board.fetched(path, reader, signal);
      this.note(step + 1);
      if (step === this.step) this.picture();
      const act = acts[step];
      await read(`${path}/actions`, { method: "POST", token: made.seats[act.seat].token, body: act.action, signal });
    }
    this.done = true;
    this.note(this.all);
  }

  note(ready = 0) {
    this.place.dataset.ready = ready;
    this.remark.textContent = this.failed ? say("replay.failed") : ready < this.all ? say("replay.loading", { ready, all: this.all }) : "";
  }
}
