// What a piece is and does, in a bubble beside it: for a pointer that rests on it, a finger that taps it or stays on it,
// and the arrow keys, which go from piece to piece.
import { fill, make } from "../shared/dom.js";
import { say } from "../words/language.js";

const RESTING = 250; // milliseconds for which a pointer rests on a piece
const STAYING = 450; // milliseconds for which a finger stays on a piece that a tap would play
const SLIDING = 10; // pixels by which a finger may tremble
const WIDE = 0.7; // so much of the picture's width
const EDGE = 8; // pixels between a piece and the bubble
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Tooltips {
  /** `missed(id)` answers why a piece that is looked at cannot be chosen. */
  constructor(place, board, sheet, missed) {
    Object.assign(this, { board, missed, effects: effectsOf(sheet) });
    this.bubble = make("div", { class: "tip", role: "status", hidden: true });
    place.append(this.bubble);
    board.drawn = () => this.drawn();
    board.frame.setAttribute("tabindex", "0");
    board.frame.setAttribute("role", "group");
    board.frame.setAttribute("aria-label", say("board.keys"));
    this.listen(board.root);
  }

  listen(root) {
    const on = (name, act, capture = false) => root.addEventListener(name, act, capture);
    on("pointermove", (event) => event.pointerType === "mouse" && this.pointed(event));
    on("pointerdown", (event) => this.touched(event));
    for (const name of ["pointerup", "pointercancel", "pointermove"]) on(name, (event) => event.pointerType !== "mouse" && this.lifted(event));
    this.board.host.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide());
    on("contextmenu", (event) => this.stayed && event.preventDefault());
    on("click", (event) => this.stayed && event.stopPropagation(), true); // the finger looked, it did not play
    on("focusin", (event) => event.target.matches(":focus-visible") && this.show(told(event)));
    on("focusout", () => this.hide());
    on("keydown", (event) => this.pressed(event));
  }

  /** A new picture: its titles become texts that only the bubble shows, with what each piece does. */
  drawn() {
    this.hide();
    for (const title of this.board.svg.querySelectorAll(":scope * > title")) {
      const found = this.effects.filter(([named]) => named.test(title.textContent)).map(([, line]) => line);
      const text = document.createElementNS(title.namespaceURI, "desc");
      text.textContent = [title.textContent, ...found].join("\n");
      title.replaceWith(text);
      text.parentNode.dataset.told = "";
    }
  }

  /** The pointer rests on a piece; when only the picture below it has changed, it has not moved. */
  pointed(event) {
    const at = `${event.clientX} ${event.clientY}`;
    if (at === this.at) return;
    this.at = at;
    this.soon(told(event), RESTING);
  }

  soon(piece, pause) {
    clearTimeout(this.timer);
    if (!piece) this.hide();
    else if (piece !== this.piece) this.timer = setTimeout(() => this.show(piece), this.piece ? 0 : pause);
  }

  /** A tap plays a piece that can be chosen: staying on it shows the bubble. A tap on any other shows it at once. */
  touched(event) {
    const piece = told(event);
    this.stayed = false;
    this.hide();
    if (!piece || event.pointerType === "mouse") return;
    clearTimeout(this.timer);
    this.from = { x: event.clientX, y: event.clientY };
    const look = () => {
      this.stayed = piece.closest(".web-choice") !== null;
      this.show(piece);
    };
    if (piece.closest(".web-choice")) this.timer = setTimeout(look, STAYING);
    else look();
  }

  /** The finger has left the piece, or slides on: then it scrolls. */
  lifted(event) {
    const slid = this.from && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > SLIDING;
    if (event.type !== "pointermove" || slid) clearTimeout(this.timer);
  }

  pressed(event) {
    if (event.key === "Escape") return this.hide();
    if (event.key === "Enter" && event.target === this.board.frame && this.piece) return this.missed(this.piece.id);
    const direction = DIRECTIONS[event.key];
    const piece = direction && this.next(...direction);
    if (!piece) return undefined;
    event.preventDefault();
    if (this.board.offered.has(piece)) piece.focus({ preventScroll: true });
    else this.board.frame.focus({ preventScroll: true });
    piece.scrollIntoView({ block: "nearest" });
    return this.show(piece, true);
  }

  /** The nearest piece in a direction; the first one of the picture to begin with. */
  next(x, y) {
    const pieces = [...this.board.svg?.querySelectorAll("[data-told]") ?? []].filter((piece) => piece.getBoundingClientRect().width > 0 && !piece.id.startsWith("seat-"));
    const from = this.piece?.isConnected ? middle(this.piece) : null;
    if (!from) return pieces[0];
    const ahead = pieces.filter((piece) => piece !== this.piece).map((piece) => {
      const to = middle(piece);
      const [along, across] = [(to.x - from.x) * x + (to.y - from.y) * y, Math.abs((to.x - from.x) * y) + Math.abs((to.y - from.y) * x)];
      return { piece, along, far: along + 2 * across };
    });
    return ahead.filter(({ along }) => along > 1).sort((one, other) => one.far - other.far)[0]?.piece;
  }

  show(piece, framed = false) {
    clearTimeout(this.timer);
    const text = piece?.querySelector(":scope > desc")?.textContent;
    if (!text) return;
    this.piece = piece;
    this.board.marks.clear("look");
    if (framed) this.board.marks.frame([piece.id], "look");
    const [title, ...lines] = text.split("\n");
    fill(this.bubble, make("b", {}, title), lines.map((line) => make("p", {}, line)));
    this.bubble.hidden = false;
    this.beside(piece);
  }

  /** Below the piece, or above it where there is no room. */
  beside(piece) {
    const frame = this.bubble.offsetParent.getBoundingClientRect();
    const box = piece.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.bubble;
    const left = Math.min(Math.max(box.x + box.width / 2 - width / 2, frame.x), frame.right - width) - frame.x;
    const top = box.bottom + EDGE + height < innerHeight ? box.bottom + EDGE : Math.max(box.y - EDGE - height, EDGE);
    Object.assign(this.bubble.style, { left: `${left}px`, top: `${top - frame.y}px` });
  }

  hide() {
    clearTimeout(this.timer);
    this.piece = null;
    this.bubble.hidden = true;
    this.board.marks.clear("look");
  }
}

/** The innermost piece with a text under an event; what is as wide as the picture is no piece. */
function told(event) {
  const piece = event.target.closest?.("[data-told]");
  return piece && piece.getBoundingClientRect().width < WIDE * piece.ownerSVGElement.getBoundingClientRect().width ? piece : null;
}

function middle(piece) {
  const { x, y, width, height } = piece.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Pairs of a pattern for the name of a piece and what it does. */
function effectsOf(sheet) {
  const entries = sheet.reference.flatMap((group) => group.entries).filter((entry) => entry.effect);
  return entries.map((entry) => {
    const name = entry.name.split(" · ").at(-1);
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return [new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, "iu"), `${name} — ${entry.effect}`];
  });
}
