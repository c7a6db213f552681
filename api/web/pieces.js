// Which pieces of the picture an action is about. A piece is labelled by its element's id, or by `data-piece` where
// actions call it otherwise: a kind and a name ("slot-7", "crossroad-x302", "point-3-4"), with the seat between them for
// things that every player has ("pawn-0-2"). A parameter fits a piece when its value is the name; a bare number must also
// be called by the kind.

/** A table from the elements of a picture to the actions that name them. */
export function actionsByPiece(actions, elements, you) {
  const byName = new Map();
  for (const element of elements) {
    for (const { kind, name } of labels(element, you)) byName.set(name, [...(byName.get(name) ?? []), { kind, element }]);
  }
  const found = new Map();
  for (const action of actions) {
    for (const element of piecesOf(action, byName)) found.set(element, [...(found.get(element) ?? []), action]);
  }
  return found;
}

function labels(element, you) {
  return (element.dataset.piece?.split(" ") ?? [element.id]).flatMap((label) => {
    const [kind, ...parts] = label.split("-");
    const names = [parts.join("-")];
    if (parts.length > 1 && parts[0] === String(you)) names.push(parts.slice(1).join("-")); // one of the reader's own
    return names.filter(Boolean).map((name) => ({ kind, name }));
  });
}

function piecesOf(action, byName) {
  const pieces = new Set();
  for (const [parameter, value] of Object.entries(action)) {
    if (parameter === "type" || value === null) continue;
    for (const { element } of matches(kindsOf(action.type, parameter), value, byName)) pieces.add(element);
  }
  return pieces;
}

/** What kind of piece a parameter may speak of: `own_card` of a card, `target` of a seat, `a` of `swap_tiles` of a tile. */
function kindsOf(type, parameter) {
  const said = { target: ["seat", "boat"], to: ["point"] }[parameter] ?? [parameter.split("_").at(-1)];
  return [said, type.split("_").map((word) => word.replace(/s$/, ""))];
}

function matches(kinds, value, byName) {
  if (Array.isArray(value)) {
    // A place given by its coordinates is one piece; any other list names several.
    if (value.length > 1 && value.every(Number.isInteger)) return ofKind(kinds.flat(), byName.get(value.join("-")));
    return value.flatMap((item) => matches(kinds, item, byName));
  }
  if (typeof value === "string") return byName.get(value) ?? [];
  if (Number.isInteger(value)) return ofKind(kinds[0], byName.get(String(value)));
  return [];
}

function ofKind(kinds, pieces = []) {
  return pieces.filter(({ kind }) => kinds.includes(kind));
}
