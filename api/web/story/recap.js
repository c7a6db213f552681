// What happened since the reader's last move, in a few lines.
import { fillOnChange, make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { tells } from "../board/traces.js";

const MOST = 5;

export class Recap {
  constructor(place) {
    this.place = place;
  }

  show(events, you) {
    const lines = you === null ? [] : summary(since(events, you));
    this.place.hidden = !lines.length;
    fillOnChange(this.place, lines, () => [make("h2", {}, say("recap")), make("ul", { class: "recap" }, lines.map((line) => make("li", {}, line)))]);
  }
}

/**
 * What others did, and what was forced, between two decisions of the reader: since the last one, or while the reader's turn
 * goes on still since the one before.
 */
function since(events, you) {
  const actors = new Map(); // by version: the seat of its first event made it
  for (const { version, seat } of events) if (seat !== undefined && !actors.has(version)) actors.set(version, seat);
  const own = (event) => event.seat === you && !event.auto && actors.get(event.version) === you;
  const end = events.findLastIndex((event) => !own(event) && tells(event));
  const start = events.slice(0, Math.max(end, 0)).findLastIndex(own);
  return start < 0 ? [] : events.slice(start + 1, end + 1);
}

/** Alike events in a row make one line; of more than five lines the first say only how many there were. */
export function summary(events) {
  const runs = [];
  for (const event of events.filter(tells)) {
    const run = runs.at(-1);
    if (run && run.type === event.type && run.seat === event.seat) Object.assign(run, { count: run.count + 1, sentence: event.sentence });
    else runs.push({ type: event.type, seat: event.seat, count: 1, sentence: event.sentence });
  }
  const lines = runs.map(({ count, sentence }) => (count > 1 ? `${sentence} ${say("recap.alike", { count: count - 1 })}` : sentence));
  return lines.length > MOST ? [say("recap.before", { count: lines.length - MOST + 1 }), ...lines.slice(1 - MOST)] : lines;
}
