// Which elements of the picture an event concerns: they are named after the pieces, as its fields are.

/** Fields of events by name, and what the elements for their values begin with. */
const ELEMENTS = {
  slot: ["slot"],
  island: ["stone", "island"],
  plank: ["plank"],
  gate: ["gate"],
  monument: ["monument"],
  bridge: ["bridge"],
  tile: ["tile"],
  port: ["tile"],
  at: ["crossroad"],
  to: ["crossroad", "island", "village", "point"],
  over: ["island"],
  path: ["island", "village", "point"],
  supports: ["island", "village"],
  place: ["place"],
  card: ["card"],
  in_card: ["card"],
  own_card: ["card"],
  other_card: ["card"],
  to_card: ["card"],
  big: ["emerald"],
};
/** Events in which the seat's own figure has moved. */
const MOVED = ["slot_entered", "pawn_moved", "pawn_jumped", "pawn_fell", "pawn_placed", "sailed", "jumped", "point_chosen", "port_chosen", "kimbac_appeared", "temple_reached"];
/** Events that say only how the game goes on. */
const SMALL = ["turn_started", "turn_ended", "move_declared", "choice_committed", "card_incoming", "game_started", "discard_passed", "seat_ready"];

/** Ids that may be in the picture; those that are not are nowhere to be shown. */
export function piecesOf(event) {
  const found = [];
  if (MOVED.includes(event.type)) found.push(event.pawn === undefined ? `pawn-${event.seat}` : `pawn-${event.seat}-${event.pawn}`, `boat-${event.seat}`);
  for (const [field, kinds] of Object.entries(ELEMENTS)) {
    for (const value of values(field, event[field])) found.push(...kinds.map((kind) => `${kind}-${value}`));
  }
  if (event.dice) found.push("die-0", "die-1");
  if (event.type === "dashboard_changed") found.push(...Object.keys(event.changes).map((name) => `${name}-${event.seat}`));
  for (const { card } of event.entries ?? []) found.push(`card-${card}`);
  const places = found.filter((id) => !/^(pawn|boat)-/.test(id));
  return places.length ? places : found; // where something moved to says more than what moved
}

/** A value, or each of a list: points are pairs of numbers. */
function values(field, value) {
  if (value === undefined || value === null || typeof value === "object" !== Array.isArray(value)) return [];
  if (!Array.isArray(value)) return [value];
  if (typeof value[0] === "number") return [value.join("-")];
  return value.slice(-1).map((one) => (Array.isArray(one) ? one.join("-") : one)); // the last of a path
}

/** Is this worth a line in a summary? */
export function tells(event) {
  return Boolean(event.sentence) && !SMALL.includes(event.type);
}

/** What an event has shown to this reader alone, or to everybody for a moment: the element, and what lies there. */
export function shownBy(event) {
  if (event.type === "tile_seen") return [{ id: `tile-${event.tile}`, icon: `icon-${event.kind}`, text: event.fish ? String(event.fish) : "" }];
  if (event.type === "card_seen" && event.value !== undefined && event.value !== null) return [{ id: `card-${event.card}`, text: String(event.value) }];
  if (event.type === "discard_failed") return [{ id: `card-${event.card}`, text: String(event.value) }];
  if (event.type === "cards_revealed") return event.entries.map(({ card, value }) => ({ id: `card-${card}`, text: String(value) }));
  return [];
}
