// The game is over: the result, the proof of the dice, a look back, another game.
import { send } from "../shared/client.js";
import { fill, fillOnChange, make } from "../shared/dom.js";
import { dicePanel, resultPanel } from "./ending.js";
import { keep } from "../shared/keyring.js";
import { say } from "../words/language.js";
import { Replaying } from "./replaying.js";

export class Finish {
  /** `table` has the sheet, the keys, the board, the story and the notices; `at` is the version that a link names. */
  constructor(table, { endPlace, replayPlace, at }) {
    Object.assign(this, { table, endPlace, replayPlace, at });
    this.again = make("div", { class: "row" });
  }

  show(view, picture) {
    this.view = view;
    if (this.shown) return this.offerRematch();
    this.shown = true;
    const { sheet, keys, token } = this.table;
    this.endPlace.hidden = false;
    const proof = view.seed ? dicePanel(view, keys, token) : null;
    fill(this.endPlace, resultPanel(view, sheet), this.again, proof);
    this.offerRematch();
    return view.position ? this.lookBack(picture, proof).catch((error) => this.table.notices.show(error)) : undefined;
  }

  /** Show the replay; the proof of the dice only where some were thrown. */
  async lookBack(picture, proof) {
    const { story, token } = this.table;
    this.replaying = new Replaying(this.replayPlace, this.table);
    await Promise.all([story.catchUp(), this.replaying.open(this.view, token, picture, this.at)]);
    await story.forget(true);
    if (proof) proof.hidden = !this.replaying.usedChance;
  }

  /** Does the reader look at an earlier moment? */
  get lookingBack() {
    return this.replaying ? this.replaying.step < this.replaying.all : false;
  }

  offerRematch() {
    const { keys, sheet } = this.table;
    const player = keys.token ?? keys.host;
    const { rematch } = this.view;
    const button = (label, onclick) => make("button", { type: "button", class: "main", onclick }, say(label));
    fillOnChange(this.again, [rematch], () => [
      rematch ? button("go to rematch", () => this.goTo(rematch)) : null,
      player && !rematch ? button("rematch", () => this.rematch(player)) : null,
      make("a", { class: "button", href: `#/${sheet.slug}` }, say("new game")),
    ]);
  }

  async rematch(token) {
    try {
      this.goTo((await send(`${this.table.path}/rematch`, {}, { token })).id);
    } catch (error) {
      this.table.notices.show(error);
    }
  }

  /** The old tokens go on in a rematch. */
  goTo(id) {
    const { slug, token, seat, name, host, spectator } = this.table.keys;
    keep(id, { slug, token, seat, name, host, spectator });
    location.hash = `#/${this.table.sheet.slug}/${id}`;
  }

  stop() {
    this.replaying?.stop();
  }
}
