/** The board's picture in a shadow tree: drawn anew with every view, its pieces clickable. */
import type { Action, Label } from "./types.js";

export interface Choice {
  action: Action;
  label: Label;
}

/** `chosen` gets the id of a clicked piece and what can be done with it. */
export class Picture {
  readonly frame = document.createElement("div");
  readonly sheet = new CSSStyleSheet();
  private svg: SVGElement | null = null;
  private source = "";
  private pieces = new Map<SVGElement, Choice[]>();

  constructor(private readonly chosen: (piece: string, choices: Choice[]) => void) {
    this.frame.setAttribute("part", "board");
  }

  /** Show a picture. Its style goes into a sheet: an inline one would be refused by a strict policy. */
  draw(source: string, description: string): void {
    if (source !== this.source || !this.svg) {
      this.source = source;
      let style = "";
      const picture = source.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, rules: string) => {
        style += rules.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
        return "";
      });
      this.sheet.replaceSync(style);
      const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
      this.svg = document.importNode(parsed, true) as unknown as SVGElement;
      this.frame.replaceChildren(this.svg);
      this.pieces = new Map();
    }
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("aria-label", description);
  }

  clear(): void {
    this.svg = null;
    this.frame.replaceChildren();
  }

  /** Make the pieces of legal actions clickable, by pointer and by keyboard. */
  offer(choices: Choice[]): void {
    const held = (this.frame.getRootNode() as ShadowRoot).activeElement?.id;
    for (const piece of this.pieces.keys()) close(piece);
    this.pieces = new Map();
    for (const choice of choices) {
      for (const id of choice.label.pieces) {
        const piece = this.svg?.querySelector<SVGElement>(`[id="${CSS.escape(id)}"]`);
        if (piece) this.pieces.set(piece, [...(this.pieces.get(piece) ?? []), choice]);
      }
    }
    for (const [piece, fitting] of this.pieces) this.open(piece, fitting);
    if (this.pieces.size) this.svg?.setAttribute("role", "group"); // what is inside an image is not read out
    if (held) [...this.pieces.keys()].find((piece) => piece.id === held)?.focus({ preventScroll: true });
  }

  /** Mark the pieces of an action that is pointed at in the list, or those that were picked. */
  mark(marked: (piece: string, choices: Choice[]) => boolean): void {
    for (const [piece, choices] of this.pieces) piece.classList.toggle("marked", marked(piece.id, choices));
  }

  private open(piece: SVGElement, fitting: Choice[]): void {
    piece.classList.add("choice");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    piece.setAttribute("aria-label", piece.querySelector("title")?.textContent ?? fitting[0]?.label.sentence ?? piece.id);
    piece.onclick = (event) => {
      event.stopPropagation();
      this.chosen(piece.id, fitting);
    };
    piece.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.chosen(piece.id, fitting);
    };
  }
}

function close(piece: SVGElement): void {
  piece.classList.remove("choice", "marked");
  for (const name of ["tabindex", "role", "aria-label"]) piece.removeAttribute(name);
  piece.onclick = piece.onkeydown = null;
}
