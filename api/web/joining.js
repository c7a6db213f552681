// Taking a free seat: from the table itself, or with the invite of a private one.
import { randomText, send } from "./client.js";
import { make } from "./dom.js";
import { say } from "./language.js";
import { keep, keysOf } from "./keyring.js";

const NAME = "ludotheque.name";

export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

export function rememberName(name) {
  localStorage.setItem(NAME, name);
}

/** A form that takes a seat; `free` lists the seats to choose from, when they are known. */
export function joinForm(slug, id, free, seated, notices) {
  const name = make("input", { type: "text", name: "name", maxlength: "40", value: myName(), placeholder: say("name default"), autocomplete: "nickname" });
  const choice = make("select", { name: "seat" }, make("option", { value: "" }, say("any seat")),
    free.map((seat) => make("option", { value: seat }, say("seat", { number: seat + 1 }))));
  const join = async (event) => {
    event.preventDefault();
    rememberName(name.value);
    const wish = { name: name.value || null, nonce: randomText() };
    if (choice.value !== "") wish.seat = Number(choice.value);
    const { invite } = keysOf(id);
    if (invite) wish.invite = invite;
    try {
      const taken = await send(`/v1/${slug}/games/${id}/seats`, wish);
      keep(id, { slug, token: taken.token, seat: taken.seat, name: taken.name });
      seated();
    } catch (error) {
      notices.show(error);
    }
  };
  return make("form", { class: "panel join", onsubmit: join },
    make("h2", {}, say("take a seat")),
    keysOf(id).invite ? make("p", {}, say("invited")) : null,
    make("label", {}, say("your name"), name),
    free.length > 1 ? make("label", {}, say("seats"), choice) : null,
    make("button", { class: "main" }, say("sit down")));
}
