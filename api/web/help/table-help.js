// What helps people at a table beside the play itself: the waiting room, the guide, and a call when their turn comes.
import { Attention } from "./attention.js";
import { make } from "../shared/dom.js";
import { GivenUp } from "../end/given-up.js";
import { TableGuide } from "./guide.js";
import { WaitingRoom } from "./waiting.js";

export class TableHelp {
  /** `end` calls the game off, for the host. */
  constructor(sheet, end) {
    this.givenUpPlace = make("section", { class: "panel given-up", hidden: true });
    this.guidePlace = make("section", { class: "panel guide", hidden: true });
    this.waitingPlace = make("section", { class: "panel waiting", hidden: true });
    this.parts = [new TableGuide(this.guidePlace, sheet), new WaitingRoom(this.waitingPlace, sheet), new GivenUp(this.givenUpPlace, end)];
    this.attention = new Attention(sheet.name);
  }

  show(view) {
    this.parts.forEach((part) => part.show(view));
    this.attention.show(view);
  }

  close() {
    this.attention.close();
  }
}
