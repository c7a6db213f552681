// The board of the table: a picture whose pieces can be clicked, closed off in a shadow tree, so that its look and the
// page's do not mix, with marks over it.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { Picture } from "../ludotheque-board.js";
import { Marks } from "./marks.js";

const READABLE = 0.7; // a picture drawn smaller than this may be higher than the window: its pieces would be too small
const MARGIN = 12; // units between the edge and what stands beside the board
const SMALLER = 0.85; // so much smaller than the board stands what is beside it

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
    this.resizing = new ResizeObserver(() => this.svg && this.fit() && this.refitted?.());
    this.resizing.observe(this.host);
  }

  stop() {
    this.resizing.disconnect();
  }

  ready() {
    return !this.host.matches(".fresh, .offline");
  }

  /** Show a picture; `null` says that there is none. */
  draw(text) {
    if (text === null) return this.svg || !this.frame.firstChild ? this.clear(make("p", {}, say("no picture"))) : undefined;
    if (!super.draw(text)) return undefined;
    const { width } = this.svg.viewBox.baseVal; // before anything stands beside the board
    this.keepScale();
    this.marks.over(this.svg, width);
    return this.drawn?.();
  }

  /** A picture that has become smaller is not drawn larger for that: what lies still should not jump. */
  keepScale() {
    const { width, height } = this.svg.viewBox.baseVal;
    this.top = Math.min(height, ...[...this.svg.querySelectorAll(":scope > .below")].map((part) => Number(part.dataset.top)));
    const extent = { width, height, above: this.top, lower: height - this.top + MARGIN };
    this.extent = Object.fromEntries(Object.entries(extent).map(([side, size]) => [side, Math.max(size, this.extent?.[side] ?? 0)]));
    this.svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
    this.beside = undefined;
    this.fit();
  }

  /** What stands below the board moves beside it where the picture becomes larger by that; true when it has moved. */
  fit() {
    const { width, height, above, lower } = this.extent;
    this.host.classList.remove("tall");
    const room = [this.host.clientWidth, Number.parseFloat(getComputedStyle(this.svg).maxHeight)];
    const scale = (across, down) => Math.min(room[0] / across, room[1] / down);
    const both = [(1 + SMALLER) * width, Math.max(above, SMALLER * lower)];
    const [stacked, wide] = [scale(width, height), scale(...both)];
    const beside = wide > stacked;
    this.host.classList.toggle("tall", !beside && stacked < READABLE);
    if (beside === this.beside) return false;
    this.beside = beside;
    for (const part of this.svg.querySelectorAll(":scope > .below")) {
      if (beside) part.setAttribute("transform", `translate(${width} ${MARGIN}) scale(${SMALLER}) translate(0 ${-this.top})`);
      else part.removeAttribute("transform");
    }
    this.svg.setAttribute("viewBox", [0, 0, ...(beside ? both : [width, height])].join(" "));
    this.svg.querySelector(":scope > rect").setAttribute("width", "100%");
    return true;
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
