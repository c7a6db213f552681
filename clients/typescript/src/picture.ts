/**
 * The board's picture in a shadow tree: inlined, so that its pieces can be clicked, by pointer and by keyboard. The web
 * table and the board element both draw with it.
 */

/** What can be chosen by clicking a piece. `quiet`: not what one usually wants; its pieces do not glow. */
export interface Offered {
  readonly pieces: readonly string[];
  readonly sentence?: string;
  readonly quiet?: boolean;
}

const REACH = 20; // pixels around the middle of a small piece that count as the piece: 40 in all, for fingers
const CLOSE = 12; // the same where a larger piece lies below, which can be meant, too
const CLASSES = ["web-choice", "web-marked", "web-hint", "web-picked"];

/** `chosen` gets the piece that was clicked and what can be done with it, `missed` the id of any other. */
export class Picture<O extends Offered> {
  readonly frame = document.createElement("div");
  readonly sheet = new CSSStyleSheet();
  svg: SVGSVGElement | null = null;
  readonly offered = new Map<SVGElement, O[]>();
  private source: string | null = null;
  private look = "";
  private held: string | undefined;
  private pressed: { id: string | undefined; svg: SVGSVGElement | null } | undefined;

  constructor(
    private readonly chosen: (piece: SVGElement, offered: O[]) => void,
    private readonly missed: (id: string | undefined) => void = () => undefined,
  ) {
    this.frame.setAttribute("part", "board");
    this.frame.addEventListener("pointerdown", (event) => {
      this.pressed = { id: this.pieceAt(event)?.id, svg: this.svg };
    });
    this.frame.addEventListener("pointerup", (event) => this.released(this.pieceAt(event)));
    this.frame.addEventListener("click", (event) => this.clicked(event));
  }

  /** Show a picture; true when it is another one. Its style goes into a sheet: a strict policy would refuse it inside. */
  draw(source: string): boolean {
    if (source === this.source) return false;
    this.source = source;
    this.hold();
    let look = "";
    const picture = source.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, rules: string) => {
      look += rules.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
      return "";
    });
    if (look !== this.look) this.sheet.replaceSync(look);
    this.look = look;
    const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    this.svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    this.frame.replaceChildren(this.svg);
    this.offered.clear();
    return true;
  }

  clear(...instead: Node[]): void {
    Object.assign(this, { svg: null, source: null });
    this.offered.clear();
    this.frame.replaceChildren(...instead);
  }

  piece(id: string): SVGElement | null {
    return this.svg?.querySelector<SVGElement>(`[id="${CSS.escape(id)}"]`) ?? null;
  }

  /** Make the pieces that can be chosen clickable; those that are not quiet glow. The keyboard goes on where it was. */
  offer(choices: readonly O[]): void {
    if (!this.svg) return;
    this.hold();
    for (const piece of this.offered.keys()) close(piece);
    this.offered.clear();
    for (const choice of choices) {
      for (const piece of choice.pieces.map((id) => this.piece(id))) {
        if (!piece) continue;
        this.offered.set(piece, [...(this.offered.get(piece) ?? []), choice]);
        if (!choice.quiet) piece.classList.add("web-marked");
      }
    }
    for (const [piece, fitting] of this.offered) this.open(piece, fitting);
    const pieces = [...this.offered.keys()];
    if (pieces.length) this.svg.setAttribute("role", "group"); // what is inside an image is not read out
    if (this.held === undefined || !pieces.length) return;
    (pieces.find((piece) => piece.id === this.held) ?? pieces[0])?.focus({ preventScroll: true });
    this.held = undefined;
  }

  /** Mark the pieces of a choice that is pointed at in a list; null for none. */
  hint(choice: O | null): void {
    for (const [piece, fitting] of this.offered) piece.classList.toggle("web-hint", choice !== null && fitting.includes(choice));
  }

  /** Mark picked pieces by their ids; false when one of them is no longer offered. */
  pick(ids: readonly string[]): boolean {
    const pieces = [...this.offered.keys()];
    for (const piece of pieces) piece.classList.toggle("web-picked", ids.includes(piece.id));
    return ids.every((id) => pieces.some((piece) => piece.id === id));
  }

  /** Do clicks count now? */
  protected ready(): boolean {
    return true;
  }

  /** The small piece within reach, else the one under the pointer. */
  private pieceAt(event: MouseEvent): SVGElement | null {
    const below = (event.target as Element).closest<SVGElement>(".web-choice");
    const near = [...this.offered.keys()]
      .map((piece) => ({ piece, box: piece.getBoundingClientRect() }))
      .filter(({ box }) => Math.min(box.width, box.height) < 2 * REACH)
      .map(({ piece, box }) => ({ piece, away: Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) }))
      .filter(({ away }) => away <= (below ? CLOSE : REACH))
      .sort((one, other) => one.away - other.away);
    return near[0]?.piece ?? below;
  }

  private clicked(event: MouseEvent): void {
    if (!this.ready()) return;
    const piece = this.pieceAt(event);
    if (piece) this.choose(piece);
    else this.missed((event.target as Element).closest("[id]")?.id);
  }

  /** When the picture was drawn anew between press and release, the browser makes no click of them: make it here. */
  private released(piece: SVGElement | null): void {
    if (piece && this.pressed && piece.id === this.pressed.id && this.pressed.svg !== this.svg) this.choose(piece);
  }

  private choose(piece: SVGElement): void {
    this.chosen(piece, this.offered.get(piece) ?? []);
  }

  private hold(): void {
    this.held ??= (this.frame.getRootNode() as ShadowRoot).activeElement?.closest("[part=board] [id]")?.id;
  }

  private open(piece: SVGElement, fitting: O[]): void {
    piece.classList.add("web-choice");
    piece.setAttribute("tabindex", "0");
    piece.setAttribute("role", "button");
    const words = piece.querySelector(":scope > title, :scope > desc")?.textContent ?? fitting[0]?.sentence ?? piece.id;
    piece.setAttribute("aria-label", words);
    piece.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (this.ready()) this.choose(piece);
    };
  }
}

function close(piece: SVGElement): void {
  piece.classList.remove(...CLASSES);
  for (const name of ["tabindex", "role", "aria-label"]) piece.removeAttribute(name);
  piece.onkeydown = null;
}
