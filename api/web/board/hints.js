// What a choice would do, written at the place of the picture where it would happen.
import { say } from "../words/language.js";

/** Choices that are on the board but not what one usually wants: they do not glow, and ask when clicked. */
const QUIET = { babord: ["observe"] };

/** Choices that are open at many moments besides what is to be decided: they stand apart, except in their own phase. */
const ASIDE = { bailouke: { assign_token: "place_tokens" } };

export function isAside(slug, action, phase) {
  return (ASIDE[slug]?.[action.type] ?? phase) !== phase;
}

export function isQuiet(slug, action) {
  return Boolean(QUIET[slug]?.includes(action.type));
}

/** Can nobody take it back, whatever follows? A plank that is laid by eye stays, or is lost. */
export function isFinal(sheet, action, { position }) {
  const tried = action.type === "place_plank" && position.options.plank_attempt === "eyeball";
  return tried || !sheet.retractable.includes(action.type);
}

/** What choices of a seat would lead to: the action, the piece where it would happen, a few words for the list, and fewer `there` where the piece says the rest. */
export function hintsFor(actions, view, sheet) {
  if (!view.position || view.you === null) return [];
  if (sheet.slug === "kimbac") return streets(actions, view, sheet);
  if (sheet.slug === "bakong") return destinations(actions, view, sheet);
  return [];
}

/** Where a pawn can step: of two crossing streets, the one that tells this step from the others. */
function streets(actions, { position, you }, sheet) {
  const moves = actions.filter((action) => action.type === "move_pawn" && sheet.names[action.to]);
  if (moves.length > 6) return [];
  return moves.map((action) => {
    const along = [position.pawns[you][action.pawn - 1], ...moves.filter((other) => other !== action).map((other) => other.to)];
    const common = along.flatMap((place) => streetsOf(place, sheet));
    const crossing = streetsOf(action.to, sheet);
    return { piece: `crossroad-${action.to}`, words: crossing.find((street) => !common.includes(street)) ?? crossing.join(" / ") };
  });
}

/** The two streets of a crossroad, each as a title. */
function streetsOf(crossroad, sheet) {
  return (sheet.names[crossroad] ?? "").split(" / ").map((street) => street.charAt(0).toUpperCase() + street.slice(1));
}

/** Which tile each die would turn; where each advance would end, and what would happen there and on the way. */
function destinations(actions, view, sheet) {
  const turned = actions.filter((action) => action.type === "flip").map((action) => turnedTile(action, view, sheet));
  const moves = actions.filter((action) => action.type === "move").map((action) => {
    const { at, passed } = walked(action.steps, view, sheet);
    const face = view.position.track[at - 1]?.face;
    const place = face ? sheet.names[face] : sheet.names[at ? "temple" : "start_camp"];
    const effects = [face && happens(face, view, sheet), passed.length ? say("on the way", { what: passed.join(", ") }) : ""];
    return { action, piece: `slot-${at}`, words: [`${action.steps} → ${place}`, ...effects.filter(Boolean)].join(" · ") };
  });
  return [...turned.filter(Boolean), ...moves];
}

/** The tile that a die would turn; nothing where there is none so far ahead. */
function turnedTile(action, { position, you }, sheet) {
  const { slot, direction } = position.players[you];
  const at = direction === "outward" ? slot + action.die : slot - action.die;
  const face = position.track[at - 1]?.face;
  return face && { action, piece: `slot-${at}`, words: `${action.die} ↻ ${sheet.names[face]}`, there: `${action.die} ↻` };
}

/** The slot where an advance ends, and what happens on the way: some tiles end it, unless an object helps. */
function walked(steps, { position, you }, sheet) {
  const { faces } = sheet.content;
  const { slot, direction, objects } = position.players[you];
  const [end, passed] = [position.track.length + 1, []];
  let at = slot;
  for (let left = steps; left > 0; left -= 1) {
    at += direction === "outward" ? 1 : -1;
    const face = position.track[at - 1]?.face;
    if (at <= 0 || at >= end || (faces[face].trigger === "halt" && !objects.includes(faces[face].ignored_with))) break;
    if (left > 1 && faces[face].trigger === "enter") passed.push(happens(face, { position, you }, sheet));
  }
  return { at, passed: passed.filter(Boolean) };
}

/** What a tile does to who stops on it, in two or three words; nothing where an object helps. */
function happens(face, { position, you }, sheet) {
  const { faces } = sheet.content;
  const { objects } = position.players[you];
  const spared = faces[face].trigger === "none" || objects.includes(faces[face].ignored_with) || (face === "quicksand" && !objects.length);
  return spared ? "" : sheet.reference.flatMap((group) => group.entries).find((entry) => entry.id === face).hint;
}
