// Taking a free seat: from the table itself, or with the invite of a private one.
import { randomText, send } from "../shared/client.js";
import { fillOnChange, make } from "../shared/dom.js";
import { say } from "../words/language.js";
import { keep, keysOf } from "../shared/keyring.js";

const NAME = "ludotheque.name";

export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

export function rememberName(name) {
  localStorage.setItem(NAME, name);
}

/** A form that takes a seat; any seat, until `offer` names those to choose from. */
export class JoinForm {
  constructor(slug, id, seated, notices) {
    Object.assign(this, { slug, id, seated, notices });
    this.name = make("input", { type: "text", name: "name", maxlength: "40", value: myName(), placeholder: say("name default"), autocomplete: "nickname" });
    this.seat = make("select", { name: "seat" }, make("option", { value: "" }, say("any seat")));
    this.seatField = make("label", { hidden: true }, say("seats"), this.seat);
    this.element = make("form", { class: "panel join", onsubmit: (event) => this.join(event) },
      make("h2", {}, say("take a seat")),
      keysOf(id).invite ? make("p", {}, say("invited")) : null,
      make("label", {}, say("your name"), this.name),
      this.seatField,
      make("button", { class: "main" }, say("sit down")));
  }

  /** The seats that are free now; the chosen one stays chosen as long as it is among them. */
  offer(free) {
    fillOnChange(this.seat, free, () => [make("option", { value: "" }, say("any seat")),
      free.map((seat) => make("option", { value: seat, selected: this.seat.value === String(seat) }, say("seat", { number: seat + 1 })))]);
    this.seatField.hidden = free.length < 2;
  }

  async join(event) {
    event.preventDefault();
    if (this.joining) return; // a double click takes one seat
    this.joining = true;
    rememberName(this.name.value);
    const body = { name: this.name.value || null, nonce: randomText() };
    if (this.seat.value !== "") body.seat = Number(this.seat.value);
    const { invite } = keysOf(this.id);
    if (invite) body.invite = invite;
    try {
      const taken = await send(`/v1/${this.slug}/games/${this.id}/seats`, body);
      keep(this.id, { slug: this.slug, token: taken.token, seat: taken.seat, name: taken.name });
      this.seated();
    } catch (error) {
      this.notices.show(error);
    } finally {
      this.joining = false;
    }
  }
}
