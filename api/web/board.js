// The picture of the board: inlined, so that its pieces can be clicked, and closed off in a shadow tree, so that its
// look and the page's do not mix. The picture's own style sheet is adopted, which the strict policy allows.
import { make } from "./dom.js";
import { say } from "./language.js";
import { Marks } from "./marks.js";

const REACH = 20; // pixels around the middle of a small piece that count as the piece: 40 in all, for fingers
const CLOSE = 12; // the same where a larger piece lies below, which can be meant, too

export class Board {
  /** `chosen(element, actions)` gets the piece that was clicked and what can be done with it, `missed(id)` any other. */
  constructor(place, { chosen, missed }) {
    Object.assign(this, { chosen, missed });
    this.host = make("div", { class: "board", "data-board": true });
    this.root = this.host.attachShadow({ mode: "open" });
    this.frame = make("div");
    this.root.append(make("link", { rel: "stylesheet", href: "/web/board.css" }), this.frame);
    this.sheet = new CSSStyleSheet();
    this.root.adoptedStyleSheets = [this.sheet];
    this.marks = new Marks();
    this.byPiece = new Map();
    this.root.addEventListener("pointerdown", (event) => {
      this.pressed = { id: this.pieceAt(event)?.id, svg: this.svg };
    });
    this.root.addEventListener("pointerup", (event) => this.released(this.pieceAt(event)));
    this.root.addEventListener("click", (event) => this.clicked(event));
    place.append(this.host);
  }

  /** The small piece within reach, else the one under the pointer. */
  pieceAt(event) {
    const below = event.target.closest?.(".web-choice");
    const near = [...this.byPiece.keys()]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 2 * REACH)
      .map(({ element, box }) => ({ element, away: Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) }))
      .filter(({ away }) => away <= (below ? CLOSE : REACH))
      .sort((one, other) => one.away - other.away);
    return near[0]?.element ?? below;
  }

  clicked(event) {
    if (this.host.classList.contains("fresh")) return;
    const piece = this.pieceAt(event);
    if (piece) this.chosen(piece, this.byPiece.get(piece));
    else this.missed(event.target.closest?.("[id]")?.id);
  }

  /** When the picture was drawn anew between press and release, the browser makes no click of them: make it here. */
  released(piece) {
    const { id, svg } = this.pressed ?? {};
    if (piece && piece.id === id && svg !== this.svg) this.chosen(piece, this.byPiece.get(piece));
  }

  /** Show a picture; `null` says that there is none. */
  draw(text) {
    if (text === this.text) return;
    this.text = text;
    if (text === null) {
      this.svg = null;
      this.frame.replaceChildren(make("p", {}, say("no picture")));
      return;
    }
    this.held ??= this.root.activeElement?.id; // the keyboard goes on where it was
    const [picture, look] = apart(text);
    if (look !== this.look) this.sheet.replaceSync(look);
    this.look = look;
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true);
    this.keepScale();
    this.frame.replaceChildren(this.svg);
    this.marks.over(this.svg);
  }

  /** A picture that has become smaller is not drawn larger for that: what lies still should not jump. */
  keepScale() {
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    this.extent = { width: Math.max(width, this.extent?.width ?? 0), height: Math.max(height, this.extent?.height ?? 0) };
    this.svg.setAttribute("viewBox", [x - (this.extent.width - width) / 2, y, this.extent.width, this.extent.height].join(" "));
    this.svg.setAttribute("preserveAspectRatio", "xMidYMin meet");
  }

  /** Make the pieces that legal actions name clickable, by pointer and by keyboard; quiet ones do not glow. */
  offer(steps) {
    if (!this.svg || (steps === this.offered && this.svg === this.offeredOn)) return;
    Object.assign(this, { offered: steps, offeredOn: this.svg });
    this.held ??= this.root.activeElement?.id;
    this.withdraw();
    const words = new Map();
    for (const { action, pieces, quiet, sentence } of steps) {
      for (const id of pieces) {
        const element = this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
        if (!element) continue;
        this.byPiece.set(element, [...(this.byPiece.get(element) ?? []), action]);
        if (!quiet) element.classList.add("web-marked");
        if (sentence) words.set(element, sentence);
      }
    }
    for (const [element, fitting] of this.byPiece) this.open(element, fitting, words.get(element));
    if (this.byPiece.size) this.svg.setAttribute("role", "group");
    const pieces = [...this.byPiece.keys()];
    if (this.held === undefined || !pieces.length) return;
    (pieces.find((element) => element.id === this.held) ?? pieces[0]).focus({ preventScroll: true });
    this.held = undefined;
  }

  open(element, fitting, words = "") {
    element.classList.add("web-choice");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", element.querySelector("title")?.textContent ?? words);
    element.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (!this.host.classList.contains("fresh")) this.chosen(element, fitting);
    };
  }

  /** Cards of a half-made program: each fills its place on the board, and fades where it lies. */
  lay(cards) {
    if (!this.svg) return;
    this.marks.clear("card");
    for (const faded of this.svg.querySelectorAll(".web-laid")) faded.classList.remove("web-laid");
    for (const { card, place } of cards) {
      const element = this.svg.querySelector(`[id="${CSS.escape(card ?? "")}"]`);
      const slot = card && `slot-${card.split("-")[1]}-${place}`;
      if (!element) continue;
      this.marks.copy(element, slot);
      element.classList.add("web-laid");
    }
  }

  withdraw() {
    for (const element of this.byPiece.keys()) {
      element.classList.remove("web-choice", "web-marked", "web-hint", "web-picked");
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.onkeydown = null;
    }
    this.byPiece = new Map();
  }

  /** Mark the pieces of an action that the reader points at in the list. */
  hint(action) {
    for (const [element, fitting] of this.byPiece) {
      element.classList.toggle("web-hint", action !== null && fitting.includes(action));
    }
  }

  /** Mark the pieces that the reader picked, by their ids; false when one of them is no longer offered. */
  pick(ids) {
    const pieces = [...this.byPiece.keys()];
    for (const element of pieces) element.classList.toggle("web-picked", ids.includes(element.id));
    return ids.every((id) => pieces.some((element) => element.id === id));
  }
}

/** The picture without its style element, and the style: an inline style element would be refused by the policy. */
function apart(text) {
  let look = "";
  const picture = text.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, rules) => {
    look += rules.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
    return "";
  });
  return [picture, look];
}
