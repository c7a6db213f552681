// The board of the table: a picture whose pieces can be clicked, closed off in a shadow tree, so that its look and the
// page's do not mix, with marks over it.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { Picture } from "../ludotheque-board.js";
import { Marks } from "./marks.js";

const TALL = 1.2; // a picture so much higher than wide may be higher than the window: its pieces would be too small

export class Board extends Picture {
  /** `chosen(element, actions)` gets the piece that was clicked and what can be done with it, `missed(id)` any other. */
  constructor(place, { chosen, missed }) {
    super((piece, steps) => chosen(piece, steps.map((step) => step.action)), missed);
    this.host = make("div", { class: "board", "data-board": true });
    this.root = this.host.attachShadow({ mode: "open" });
    this.root.append(make("link", { rel: "stylesheet", href: "/web/styles/board.css" }), this.frame);
    this.root.adoptedStyleSheets = [this.sheet];
    this.marks = new Marks();
    this.steps = [];
    place.append(this.host);
  }

  ready() {
    return !this.host.classList.contains("fresh");
  }

  /** Show a picture; `null` says that there is none. */
  draw(text) {
    if (text === null) return this.svg || !this.frame.firstChild ? this.clear(make("p", {}, say("no picture"))) : undefined;
    if (!super.draw(text)) return undefined;
    this.keepScale();
    this.marks.over(this.svg);
    return this.drawn?.();
  }

  /** A picture that has become smaller is not drawn larger for that: what lies still should not jump. */
  keepScale() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    this.extent = { width: Math.max(width, this.extent?.width ?? 0), height: Math.max(height, this.extent?.height ?? 0) };
    this.svg.setAttribute("viewBox", [x - (this.extent.width - width) / 2, y, this.extent.width, this.extent.height].join(" "));
    this.svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
    this.host.classList.toggle("tall", this.extent.height > TALL * this.extent.width);
  }

  /** Offer the pieces that legal actions name, unless they are offered already. */
  offer(steps) {
    if (!this.svg || (steps === this.steps && this.svg === this.offeredOn)) return;
    Object.assign(this, { steps, offeredOn: this.svg });
    super.offer(steps);
  }

  /** Mark the pieces of an action that the reader points at in the list. */
  hint(action) {
    super.hint(this.steps.find((step) => step.action === action) ?? null);
  }

  /** Cards of a half-made program: each fills its place on the board, and fades where it lies. */
  lay(cards) {
    if (!this.svg) return;
    this.marks.clear("card");
    for (const faded of this.svg.querySelectorAll(".web-laid")) faded.classList.remove("web-laid");
    for (const { card, place } of cards) {
      const element = this.piece(card ?? "");
      if (!element) continue;
      this.marks.copy(element, `slot-${card.split("-")[1]}-${place}`);
      element.classList.add("web-laid");
    }
  }
}
