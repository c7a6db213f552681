// In a game of two the other has given up: the reader may play on against a bot, or call the game off.
import { fillOnChange, make } from "../shared/dom.js";
import { language, say } from "../words/language.js";

export class GivenUp {
  /** `end` calls the game off; null for a reader who is not the host. */
  constructor(place, end) {
    Object.assign(this, { place, end });
  }

  show(view) {
    const left = view.seats.find((seat) => seat.resigned && seat.seat !== view.you);
    this.place.hidden = !(left && view.seats.length === 2 && view.you !== null && view.status === "running");
    if (this.place.hidden) return;
    fillOnChange(this.place, [left.name, language()], () => [
      make("p", {}, make("b", {}, say("opponent gone", { name: left.name }))),
      make("p", {}, say("opponent gone.help")),
      this.end ? make("button", { type: "button", class: "main", "data-key": "abort", onclick: this.end }, say("abort")) : null,
    ]);
  }
}
