// What the reader may do now: in words, by clicking pieces, by laying a program, or by hand.
import { fill, make } from "./dom.js";
import { say } from "./language.js";
import { Program } from "./program.js";

const FIRST = 60;
const MANY = 15;

export class Choices {
  /** `act(action)` plays; the board offers the same choices as pieces. */
  constructor(place, menu, board, act) {
    Object.assign(this, { place, menu, board, act });
    this.picked = []; // ids of pieces
    this.programs = [];
  }

  /** Show the legal actions of a seat, or nothing. */
  show(legal, sheet, you) {
    const actions = legal?.actions ?? [];
    const labels = legal?.labels ?? [];
    const templates = legal?.templates ?? [];
    const facts = JSON.stringify([legal?.decision, you, templates, actions, labels]);
    if (facts === this.facts) return this.keep();
    const another = legal?.decision !== this.decision;
    Object.assign(this, { facts, decision: legal?.decision, limit: FIRST });
    this.resume ||= this.place.contains(document.activeElement) || this.menu.contains(document.activeElement);
    this.letGo();
    this.programs = templates.map((template) => (!another && this.programs.find((one) => one.fits(template))) || new Program(template, sheet, this.act));
    this.labels = new Map(actions.map((action, index) => [action, labels[index]]));
    this.steps = [...actions.map((action, index) => ({ action, pieces: labels[index].pieces })), ...this.programs.flatMap((program) => program.steps())];
    this.board.offer(this.steps);
    this.place.hidden = !actions.length && !templates.length;
    if (this.place.hidden) return fill(this.place);
    fill(
      this.place,
      make("h2", {}, say("your choices")),
      this.board.byPiece.size ? make("p", { class: "soft" }, say("choices hint")) : null,
      this.programs.map((program) => program.element),
      // Where the choices explode, those that are listed are only examples.
      this.programs.length ? make("details", {}, make("summary", {}, say("choices few")), this.list(actions)) : this.list(actions),
    );
    return this.goOn();
  }

  /** The same choices on a board that may have changed: the list, a half-laid program and an open menu stay. */
  keep() {
    this.board.offer(this.steps);
    if (!this.board.pick(this.picked)) this.letGo();
  }

  /** Whoever chose from the list goes on in the list, also with the keyboard. */
  goOn() {
    if (this.resume && document.activeElement === document.body) this.place.querySelector("button:enabled")?.focus({ preventScroll: true });
    this.resume = false;
  }

  list(actions) {
    const list = make("ul", { class: "choices" });
    const filter = actions.length > MANY
      ? make("input", { type: "search", "aria-label": say("choices filter"), placeholder: say("choices filter"), "data-key": "filter" })
      : null;
    const draw = () => this.lines(list, actions, filter?.value ?? "");
    filter?.addEventListener("input", draw);
    draw();
    return [filter, list];
  }

  lines(list, actions, wanted) {
    const told = actions.map((action) => [action, this.labels.get(action).sentence]);
    const fitting = told.filter(([, words]) => words.toLowerCase().includes(wanted.toLowerCase()));
    const rest = fitting.length - this.limit;
    const more = () => {
      this.limit = Infinity;
      this.lines(list, actions, wanted);
    };
    fill(
      list,
      fitting.slice(0, this.limit).map(([action, words]) => make("li", {}, this.button(action, words))),
      rest > 0 ? make("li", {}, make("button", { type: "button", class: "quiet", onclick: more }, say("choices more", { count: rest }))) : null,
    );
  }

  button(action, words) {
    return make("button", {
      type: "button", class: "action", "data-action": action.type, "data-key": JSON.stringify(action),
      onclick: () => this.act(action),
      onpointerenter: () => this.board.hint(action), onpointerleave: () => this.board.hint(null),
      onfocus: (event) => event.target.matches(":focus-visible") && this.board.hint(action), onblur: () => this.board.hint(null),
    }, words);
  }

  /** A piece was clicked: one action left is played, several are offered in a small menu. */
  pick(piece, fitting) {
    const step = fitting.find((action) => action.play);
    if (step) return step.play();
    if (this.picked.includes(piece.id)) return this.letGo();
    const left = this.left ? fitting.filter((action) => this.left.includes(action)) : fitting;
    const [picked, actions] = left.length ? [[...this.picked, piece.id], left] : [[piece.id], fitting];
    if (actions.length === 1) {
      this.letGo();
      return this.act(actions[0]);
    }
    this.picked = picked;
    this.left = actions;
    this.board.pick(picked);
    this.ask(actions);
  }

  ask(actions) {
    this.menu.hidden = false;
    fill(
      this.menu,
      make("p", { id: "menu-title" }, say("pick")),
      make("ul", { class: "choices" }, actions.map((action) => make("li", {}, this.button(action, this.labels.get(action).sentence)))),
      make("button", { type: "button", class: "quiet", onclick: () => this.letGo() }, say("cancel")),
    );
    this.menu.querySelector("button").focus({ preventScroll: true });
  }

  letGo() {
    this.picked = [];
    this.left = null;
    this.board.pick([]);
    this.menu.hidden = true;
    fill(this.menu);
  }
}
