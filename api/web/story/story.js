// The history of the table, in sentences.
import { read } from "../shared/client.js";
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";

const narrow = matchMedia("(max-width: 56rem)");

export class Story {
  /** `faces` has the types of events that show what players may have to remember. */
  constructor(place, path, token, faces = {}) {
    Object.assign(this, { path, token, faces });
    this.list = make("ol", { class: "story", tabindex: "0", "aria-label": say("history") });
    this.lines = [];
    this.seen = new Set();
    this.last = 0;
    this.taken = 0; // events up to this number have been shown on the board
    const fold = make("details", { open: !narrow.matches }, make("summary", {}, make("h2", {}, say("history"))), this.list);
    place.replaceChildren(fold);
  }

  /** Everything that happened behind the last event that is known. */
  async catchUp() {
    for (let more = true; more; ) {
      const page = await read(`${this.path}/events?after=${this.last}&limit=500`, { token: this.token });
      page.events.forEach((event) => this.tell(event));
      this.last = Math.max(this.last, page.next_after);
      more = page.more;
    }
  }

  /** One event. Those of an own action may come before older ones that are still on their way. */
  tell(event) {
    if (this.seen.has(event.seq)) return;
    this.seen.add(event.seq);
    const line = make("li", { class: event.auto ? "auto" : null, "data-type": event.type, "data-seq": event.seq }, event.sentence ?? event.type);
    let place = this.lines.length;
    while (place > 0 && this.lines[place - 1].event.seq > event.seq) place -= 1;
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    this.list.insertBefore(line, this.lines[place]?.line ?? null);
    this.lines.splice(place, 0, { event, line });
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  /** Read again what has changed: faces that are masked by now, or all that was masked once the game is over. */
  async forget(over) {
    const stale = this.lines.filter(({ event }) => (over ? event.type === "masked" || event.type === "game_started" : event.type in this.faces));
    if (!stale.length) return;
    const last = stale.at(-1).event.seq;
    for (let after = stale[0].event.seq - 1; after < last; ) {
      const page = await read(`${this.path}/events?after=${after}&limit=500`, { token: this.token });
      page.events.forEach((event) => this.replace(event));
      if (page.next_after <= after) return;
      after = page.next_after;
    }
  }

  /** Tell an event that is told already as its reader may know it now. */
  replace(event) {
    const told = this.lines.find((one) => one.event.seq === event.seq);
    if (!told) return;
    told.event = event;
    told.line.dataset.type = event.type;
    if (told.line.textContent !== event.sentence) told.line.textContent = event.sentence ?? event.type;
  }

  get events() {
    return this.lines.map(({ event }) => event);
  }

  /** The events up to a version that have not been taken yet, in order. */
  take(version) {
    const fresh = this.events.filter((event) => event.seq > this.taken && event.version <= version);
    this.taken = Math.max(this.taken, fresh.at(-1)?.seq ?? 0);
    return fresh;
  }

  /** In a replay: what has happened up to a version, and what made that version. */
  pointAt(version) {
    for (const { event, line } of this.lines) {
      line.classList.toggle("later", version !== null && event.version > version);
      line.classList.toggle("present", version !== null && event.version === version);
    }
    const present = this.list.querySelector(".present");
    if (present) this.list.scrollTop = present.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
  }
}
