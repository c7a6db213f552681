// Pieces glide from where they lay in the last picture to where they lie in the new one, each when its event is told.
import { boxOf } from "../board/marks.js";

const MOVABLE = /^(pawn|boat|stone|plank|card|item|emerald|statuette|ball|chest)(-|$)/;
const GLIDE = 380;

/** Where every movable piece lies now. */
export function positions(svg) {
  const found = new Map();
  for (const element of svg?.querySelectorAll("[id]") ?? []) {
    if (MOVABLE.test(element.id)) found.set(element.id, boxOf(svg, element));
  }
  return found;
}

/** Let pieces start from where they lay; `turn(id)` says after how many milliseconds each moves. The animations. */
export function glide(svg, before, turn) {
  const running = [];
  for (const [id, box] of positions(svg)) {
    const old = before.get(id);
    const element = svg.querySelector(`[id="${CSS.escape(id)}"]`);
    const timing = { duration: GLIDE, delay: turn(id), fill: "backwards", easing: "ease-in-out" };
    if (box && old === undefined && before.size) running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], timing));
    if (!box || !old) continue;
    const [x, y] = [old.x - box.x, old.y - box.y];
    if (Math.hypot(x, y) < 3) continue;
    const scale = scaleOf(svg, element);
    running.push(element.animate([{ translate: `${x / scale}px ${y / scale}px` }, { translate: "0px 0px" }], timing));
  }
  return running;
}

/** A piece may lie in a group that is drawn larger or smaller than the picture. */
function scaleOf(svg, element) {
  return (element.parentNode.getScreenCTM?.()?.a ?? 1) / (svg.getScreenCTM()?.a ?? 1) || 1;
}
