// Actions in words: the sentences come from the game's sheet, with the parameters in braces.

/** "Give card 17 to Ana" for {"type": "give", "card": 17, "seat": 0}. */
export function inWords(action, sheet, players) {
  const phrase = sheet.phrases?.[action.type];
  if (!phrase) return [action.type.replaceAll("_", " "), ...parameters(action).map(([, value]) => shown(value, sheet))].join(" ");
  const special = phrase.when.find((one) => JSON.stringify(action[one.field] ?? null) === one.is);
  const text = (special ?? phrase).sentence;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, field, kind) => {
    const value = action[field];
    return kind === "player" ? byName(value, players) : shown(value, sheet);
  });
}

export function parameters(action) {
  return Object.entries(action).filter(([name]) => name !== "type");
}

/** A piece by its name, lists item by item. */
export function shown(value, sheet) {
  if (Array.isArray(value)) return value.map((item) => shown(item, sheet)).join(", ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value).map(([key, item]) => `${shown(key, sheet)} ${shown(item, sheet)}`).join(", ");
  }
  return sheet.names[String(value)] ?? String(value);
}

function byName(value, players) {
  return Array.isArray(value) ? value.map((seat) => players[seat]).join(", ") : (players[value] ?? String(value));
}
