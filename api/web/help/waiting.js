// The waiting room: what to do until the last seat is taken.
import { askButton } from "./attention.js";
import { fillOnChange, make } from "../shared/dom.js";
import { howToPlay } from "./guide.js";
import { language, say } from "../words/language.js";

export class WaitingRoom {
  constructor(place, sheet) {
    Object.assign(this, { place, sheet });
  }

  show(view) {
    this.place.hidden = view.status !== "open";
    if (this.place.hidden) return;
    const free = view.seats.filter((seat) => seat.kind === "open").length;
    fillOnChange(this.place, [free, view.you, language()], () => [
      make("h2", {}, say("waiting for players", { count: free })),
      make("p", {}, say(view.you === null ? "waiting.guest" : "waiting.help")),
      make("div", { class: "row" }, view.you === null ? null : askButton()),
      make("details", { class: "howto", open: !matchMedia("(max-width: 56rem)").matches }, make("summary", {}, say("guide")), howToPlay(this.sheet)),
    ]);
  }
}
