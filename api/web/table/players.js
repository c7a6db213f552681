// Who sits at the table, whose turn it is, and what the reader may change about it.
import { fillOnChange, make } from "../shared/dom.js";
import { called, say, spelled } from "../words/language.js";

export class Players {
  constructor(place, { host, change }) {
    Object.assign(this, { place, host, change });
  }

  show(view) {
    fillOnChange(this.place, [view.seats, view.to_act, view.status, view.you, view.clock?.banks],
      () => [make("ul", { class: "players", "aria-label": say("seats") }, view.seats.map((seat) => this.line(view, seat)))]);
  }

  line(view, seat) {
    const due = view.to_act.includes(seat.seat);
    const remarks = [
      seat.seat === view.you ? say("you") : null,
      seat.kind === "bot" ? say("bot", { name: [called("bot", seat.bot), seat.level].filter(Boolean).join(" ") }) : null,
      seat.kind === "remote" ? say("remote", { name: seat.name }) : null,
      seat.thinking ? say("thinking") : null,
      seat.absent ? say("absent") : null,
      seat.resigned ? say("resigned") : null,
      view.clock?.bank_seconds || view.clock?.increment_seconds ? say("bank left", { time: spelled(view.clock.banks[seat.seat]) }) : null,
    ].filter(Boolean);
    return make("li", { class: due ? "due" : null, "aria-current": due ? "true" : null },
      make("span", { class: "number" }, String(seat.seat + 1)),
      make("span", { class: "who" }, seat.kind === "open" ? make("i", {}, say("free")) : make("b", {}, seat.name),
        remarks.length ? make("small", {}, remarks.join(" · ")) : null),
      this.button(view, seat));
  }

  button(view, seat) {
    if (view.status === "finished" || view.status === "aborted") return null;
    const offer = (label, body, as) => make("button", {
      type: "button", class: "quiet", "data-key": `seat ${seat.seat}`, onclick: () => this.change(seat.seat, body, as),
    }, say(label));
    if (seat.kind === "open" && this.host) return offer("fill with bot", { kind: "bot" }, "host");
    if (seat.seat !== view.you || view.status !== "running" || seat.resigned) return null;
    return seat.kind === "bot" ? offer("take back", { kind: "human" }) : offer("hand to bot", { kind: "bot" });
  }
}

/** Whose turn it is and what is being decided, in a line or two. */
export function standing(view, sheet) {
  const phase = sheet.phases.find((one) => one.id === view.phase)?.name ?? "";
  if (view.status === "aborted") return [say("aborted"), ""];
  if (view.status === "finished") return [say("over"), ""];
  if (view.status === "open") {
    const count = view.seats.filter((seat) => seat.kind === "open").length;
    return [say("waiting for players", { count }), say("not dealt")];
  }
  if (view.to_act.includes(view.you)) return [say("your turn"), phase];
  return [say("turn of", { names: view.to_act.map((seat) => view.seats[seat].name).join(", ") }), phase];
}
