// The picture of the board: inlined, so that its pieces can be clicked, and closed off in a shadow tree, so that its
// look and the page's do not mix. The picture's own style sheet is adopted, which the strict policy allows.
import { ask, Refused } from "./client.js";
import { make } from "./dom.js";
import { say } from "./language.js";

export class Board {
  /** `chosen(element, actions)` is told which piece was clicked and what can be done with it. */
  constructor(place, chosen) {
    this.chosen = chosen;
    this.host = make("div", { class: "board", "data-board": true });
    this.root = this.host.attachShadow({ mode: "open" });
    this.frame = make("div");
    this.root.append(make("link", { rel: "stylesheet", href: "/web/board.css" }), this.frame);
    this.sheet = new CSSStyleSheet();
    this.root.adoptedStyleSheets = [this.sheet];
    this.byPiece = new Map();
    this.root.addEventListener("pointerdown", (event) => {
      this.pressed = { id: this.pieceAt(event)?.id, svg: this.svg };
    });
    this.root.addEventListener("pointerup", (event) => this.released(this.pieceAt(event)));
    place.append(this.host);
  }

  pieceAt(event) {
    return event.target.closest?.(".web-choice");
  }

  /** When the picture was drawn anew between press and release, the browser makes no click of them: make it here. */
  released(piece) {
    const { id, svg } = this.pressed ?? {};
    if (piece && piece.id === id && svg !== this.svg) this.chosen(piece, this.byPiece.get(piece));
  }

  /** The picture as it is, or as it was at a version. */
  static async fetched(path, token, signal, at) {
    try {
      return await (await ask(`${path}/board.svg${at ? `?at=${at}` : ""}`, { token, signal })).text();
    } catch (error) {
      if (error instanceof Refused && [404, 409].includes(error.status)) return null;
      throw error;
    }
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
    this.frame.replaceChildren(this.svg);
  }

  /** Make the pieces that legal actions name clickable, by pointer and by keyboard. */
  offer(steps) {
    if (!this.svg || (steps === this.offered && this.svg === this.offeredOn)) return;
    Object.assign(this, { offered: steps, offeredOn: this.svg });
    this.held ??= this.root.activeElement?.id;
    this.withdraw();
    for (const { action, pieces } of steps) {
      for (const id of pieces) {
        const element = this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
        if (element) this.byPiece.set(element, [...(this.byPiece.get(element) ?? []), action]);
      }
    }
    for (const [element, fitting] of this.byPiece) this.open(element, fitting);
    if (this.byPiece.size) this.svg.setAttribute("role", "group");
    const pieces = [...this.byPiece.keys()];
    if (this.held === undefined || !pieces.length) return;
    (pieces.find((element) => element.id === this.held) ?? pieces[0]).focus({ preventScroll: true });
    this.held = undefined;
  }

  open(element, fitting) {
    element.classList.add("web-choice");
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", element.querySelector("title")?.textContent ?? element.id);
    const choose = (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.chosen(element, fitting);
    };
    element.onclick = choose;
    element.onkeydown = (event) => (event.key === "Enter" || event.key === " " ? choose(event) : undefined);
  }

  withdraw() {
    for (const element of this.byPiece.keys()) {
      element.classList.remove("web-choice", "web-hint", "web-picked");
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.onclick = element.onkeydown = null;
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
