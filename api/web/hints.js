// What a choice would do, written at the place of the picture where it would happen.
import { say } from "./language.js";

/** Choices that are on the board but not what one usually wants: they do not glow, and ask when clicked. */
const QUIET = { babord: ["observe"] };

export function isQuiet(slug, action) {
  return Boolean(QUIET[slug]?.includes(action.type));
}

/** Can nobody take it back, whatever follows? */
export function isFinal(sheet, action) {
  return !sheet.retractable.includes(action.type);
}

/** Pairs of a piece and a few words, for the choices of a seat. */
export function hintsFor(actions, view, sheet) {
  if (!view.position || view.you === null) return [];
  if (sheet.slug === "kimbac") return streets(actions, sheet);
  if (sheet.slug === "bakong") return destinations(actions, view, sheet);
  return [];
}

function streets(actions, sheet) {
  const moves = actions.filter((action) => action.type === "move_pawn" && sheet.names[action.to]);
  return moves.length > 6 ? [] : moves.map((action) => [`crossroad-${action.to}`, sheet.names[action.to]]);
}

/** Where each advance would end, and on what: a yellow tile stops it unless an object helps. */
function destinations(actions, view, sheet) {
  const { position, you } = view;
  const { slot, direction, objects } = position.players[you];
  const faces = sheet.content.faces;
  const ends = actions.filter((action) => action.type === "move").map(({ steps }) => {
    let [at, left] = [slot, steps];
    while (left > 0) {
      at += direction === "outward" ? 1 : -1;
      left -= 1;
      const face = position.track[at - 1]?.face;
      if (face === undefined || (faces[face].trigger === "halt" && !objects.includes(faces[face].ignored_with))) break;
    }
    const tile = position.track[at - 1];
    const effect = tile && tile.colour !== "green" && !objects.includes(faces[tile.face].ignored_with) ? `, ${say(`hint.${tile.colour}`)}` : "";
    return [`slot-${at}`, `${steps} → ${tile ? sheet.names[tile.face] : say("hint.end")}${effect}`];
  });
  return ends;
}
