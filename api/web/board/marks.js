// What the page draws over the picture: frames around pieces, words beside them, what lies under a piece for a moment.
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 3;
const LINE = 16; // units from one label to another above or below it
const KEPT_CLEAR = [".web-choice", ".web-choice", '[id^="pawn-"]', '[id^="monument-"]', '[id^="gate-"]']; // what words should not cover, choices least

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export class Marks {
  /** A new layer over a picture that was just drawn, so many units across. */
  over(svg, across) {
    Object.assign(this, { svg, across });
    this.boxes = new Map();
    this.layer = draw("g", { class: "web-marks", "aria-hidden": "true" });
    svg.append(this.layer);
  }

  /** Where a piece lies, in the units of the picture. */
  box(id) {
    if (!this.boxes.has(id)) {
      const element = this.svg?.querySelector(`[id="${CSS.escape(id)}"]`);
      this.boxes.set(id, element ? restingBox(this.svg, element) : null);
    }
    return this.boxes.get(id);
  }

  /** The pieces lie elsewhere now. */
  forget() {
    this.boxes.clear();
    this.layer?.replaceChildren();
  }

  clear(kind) {
    for (const old of this.layer?.querySelectorAll(`.web-${kind}`) ?? []) old.remove();
  }

  /** Frame pieces; frames of a kind stay until they are cleared. */
  frame(ids, kind, owner) {
    for (const id of ids) {
      const box = this.box(id);
      if (!box) continue;
      this.layer.append(draw("rect", {
        class: `web-mark web-${kind}`, "data-piece": id, "data-owner": owner, rx: 6,
        x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN,
      }));
    }
  }

  /** Words beside a piece, on the board: never over what stands beside it. */
  label(id, words, kind = "label") {
    const box = this.box(id);
    if (!box) return;
    const { x, y, height } = this.svg.viewBox.baseVal;
    const width = this.across;
    const others = [...this.layer.querySelectorAll(`text.web-${kind}`)].map((other) => other.getBBox());
    const text = draw("text", { class: `web-${kind}`, "data-piece": id, "text-anchor": "middle" }, words);
    this.layer.append(text);
    const half = text.getComputedTextLength() / 2;
    const inPicture = ({ middle, line }) => middle - half > x && middle + half < x + width && line > y + LINE && line < y + height - 4;
    const inside = (middle) => Math.min(Math.max(middle, x + half + 4), x + width - half - 4);
    const spots = spotsAt(box, half, inside);
    const kept = KEPT_CLEAR.flatMap((kind) => [...this.svg.querySelectorAll(kind)]).filter((piece) => piece.id !== id);
    const pieces = kept.map((piece) => this.box(piece.id)).filter(Boolean);
    const met = (spot, things) => things.filter((other) => meet(other, { ...spot, half })).length;
    const free = spots.filter((spot) => inPicture(spot) && !met(spot, others)).map((spot) => ({ spot, covers: met(spot, pieces) }));
    const { middle, line } = free.sort((one, other) => one.covers - other.covers)[0]?.spot ?? spots[0];
    text.setAttribute("x", middle);
    text.setAttribute("y", line);
  }

  /** A copy of a piece in the place of another. */
  copy(element, target) {
    const [from, to] = [boxOf(this.svg, element), this.box(target)];
    if (!from || !to) return;
    const copied = element.cloneNode(true);
    for (const named of [copied, ...copied.querySelectorAll("[id]")]) named.removeAttribute("id");
    copied.removeAttribute("tabindex");
    copied.setAttribute("class", "");
    const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    this.layer.append(draw("g", { class: "web-card", "data-piece": target, transform: `translate(${x} ${y})` }, copied));
  }

  /** Show what lies under a piece, at the piece. */
  reveal({ id, icon, text }) {
    const box = this.box(id);
    if (!box) return;
    const side = Math.min(box.width, box.height);
    const [x, y, size] = [box.x + box.width / 2, box.y + box.height / 2, 0.55 * side];
    const picture = icon && this.svg.querySelector(`[id="${CSS.escape(icon)}"]`) ? draw("use", { href: `#${icon}`, x: x - size / 2, y: y - size / 2, width: size, height: size }) : "";
    this.layer.append(draw("g", { class: "web-reveal", "data-piece": id },
      draw("rect", { x: box.x, y: box.y, width: box.width, height: box.height, rx: 6 }), picture,
      draw("text", { x, y: picture ? box.y + box.height - 6 : y + side / 6, "text-anchor": "middle", "font-size": picture ? side / 4 : side / 2 }, text)));
  }
}

/** Where words of this half width may stand at a piece, the best place first; `inside` keeps a middle in the picture. */
function spotsAt(box, half, inside) {
  const [middle, below, above] = [inside(box.x + box.width / 2), box.y + box.height + 14, box.y - 6];
  const onEdge = box.height > 4 * LINE ? [box.y + box.height - 4] : []; // the lower edge of a large piece
  const beside = [box.x + box.width + half + 4, box.x - half - 4].map((aside) => ({ middle: aside, line: box.y + box.height / 2 + 5 }));
  const askew = [below, above].flatMap((line) => [box.x + half, box.x + box.width - half].map((aside) => ({ middle: inside(aside), line })));
  const stacked = [below + LINE, above - LINE, below + 2 * LINE, above - 2 * LINE];
  return [...[...onEdge, below, above].map((line) => ({ middle, line })), ...beside, ...askew, ...stacked.map((line) => ({ middle, line }))];
}

/** Would a label on this line run into something else? */
function meet(other, { line, half, middle }) {
  return line > other.y - 2 && line - LINE < other.y + other.height - 2 && middle - half < other.x + other.width + 4 && middle + half > other.x - 4;
}

/** The box of an element where it comes to rest, in the units of the picture, however it moves just now. */
function restingBox(svg, element) {
  const [screen, parent] = [svg.getScreenCTM(), element.parentNode.getScreenCTM?.()];
  const { x, y, width, height } = element.getBBox();
  if (!screen || !parent || !width || !height) return null;
  const own = element.transform.baseVal.consolidate()?.matrix ?? svg.createSVGMatrix();
  const matrix = (element.parentNode === svg ? own : screen.inverse().multiply(parent).multiply(own));
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map((corner) => new DOMPoint(...corner).matrixTransform(matrix));
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The box of an element in the units of the picture, wherever the page shows it. */
export function boxOf(svg, element) {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const back = svg.getScreenCTM()?.inverse();
  if (!back || right - left + bottom - top === 0) return null;
  const one = new DOMPoint(left, top).matrixTransform(back);
  const other = new DOMPoint(right, bottom).matrixTransform(back);
  return { x: one.x, y: one.y, width: other.x - one.x, height: other.y - one.y };
}
