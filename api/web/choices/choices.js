// What the reader may do now: in words, by clicking pieces, by laying a program, or by hand.
import { fill, make, settle } from "../shared/dom.js";
import { hintsFor, isAside, isFinal, isQuiet } from "../board/hints.js";
import { say } from "../words/language.js";
import { Program } from "./program.js";
import { set, setting } from "../shared/settings.js";

const FIRST = 60;
const MANY = 15;
const EDGE = 8; // pixels between a piece and the menu, and between the menu and the edge

export class Choices {
  /** `act(action)` plays; the board offers the same choices as pieces. */
  constructor(place, menu, board, act) {
    Object.assign(this, { place, menu, board, act });
    this.picked = []; // ids of pieces
    this.programs = [];
  }

  /** Show the legal actions of a seat, or nothing. */
  show(legal, sheet, view) {
    const { you } = view;
    Object.assign(this, { sheet, view });
    const actions = legal?.actions ?? [];
    const labels = legal?.labels ?? [];
    const templates = legal?.templates ?? [];
    const facts = JSON.stringify([legal?.decision, you, templates, actions, labels]);
    if (facts === this.facts) return this.keep(view);
    const another = legal?.decision !== this.decision;
    Object.assign(this, { facts, decision: legal?.decision, limit: FIRST });
    this.resume ||= this.place.contains(document.activeElement) || this.menu.contains(document.activeElement);
    this.letGo();
    this.programs = templates.map((template) => (!another && this.programs.find((one) => one.fits(template))) || new Program(template, sheet, this.act, (laid) => this.board.lay(laid)));
    this.labels = new Map(actions.map((action, index) => [action, labels[index]]));
    const aside = actions.filter((action) => isAside(sheet.slug, action, view.phase));
    const quiet = (action) => isQuiet(sheet.slug, action) || aside.includes(action);
    this.steps = [...actions.map((action, index) => ({ action, ...labels[index], quiet: quiet(action) })), ...this.programs.flatMap((program) => program.steps())];
    this.board.offer(this.steps);
    this.hints(view);
    [this.place, this.board.host].forEach(settle);
    this.place.hidden = !actions.length && !templates.length;
    if (this.place.hidden) return fill(this.place);
    fill(
      this.place,
      make("h2", {}, say("your choices")),
      this.board.offered.size ? make("p", { class: "soft" }, say("choices hint")) : null,
      this.programs.map((program) => program.element),
      this.lists(actions.filter((action) => !aside.includes(action))),
      aside.length ? this.fold("also possible", aside) : null,
    );
    return this.goOn();
  }

  /** All choices, folded where they are only examples of very many, and where each one can be clicked on the board. */
  lists(actions) {
    if (this.programs.length) return this.fold("choices few", actions);
    const clickable = this.steps.every(({ pieces }) => pieces.some((id) => this.board.piece(id)));
    return actions.length > MANY && clickable ? this.fold("choices all", actions) : this.list(actions);
  }

  fold(title, actions) {
    return make("details", { class: "folded" }, make("summary", {}, say(title, { count: actions.length })), this.list(actions));
  }

  /** The same choices on a board that may have changed: the list, a half-laid program and an open menu stay. */
  keep(view) {
    this.board.offer(this.steps);
    this.hints(view);
    if (!this.board.pick(this.picked)) this.letGo();
  }

  hints(view) {
    this.board.marks.clear("label");
    const hints = hintsFor([...this.labels.keys()], view, this.sheet);
    for (const { piece, words, there = words } of hints) this.board.marks.label(piece, there);
    this.outcomes = new Map(hints.filter(({ action }) => action).map(({ action, words }) => [action, words]));
    this.programs.forEach((program) => program.tellBoard());
  }

  /** After a choice from the list the focus stays in the list, also with the keyboard. */
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

  /** `sure`: the reader has been asked already. */
  button(action, words, sure = false) {
    return make("button", {
      type: "button", class: "action", "data-action": action.type, "data-key": JSON.stringify(action),
      onclick: (event) => this.clicked(event, action, sure),
      onpointerenter: () => this.board.hint(action), onpointerleave: () => this.board.hint(null),
      onfocus: (event) => event.target.matches(":focus-visible") && this.board.hint(action), onblur: () => this.board.hint(null),
    }, words, this.outcomes.has(action) ? make("small", {}, this.outcomes.get(action)) : null);
  }

  /** A click that was meant for what stood here before is none; a choice that cannot be taken back asks once. */
  clicked(event, action, sure) {
    const button = event.currentTarget;
    if (event.isTrusted && button.closest(".fresh")) return;
    if (sure || button.classList.contains("sure") || !this.asks(action)) {
      this.letGo();
      this.act(action);
      return;
    }
    this.place.querySelectorAll(".sure").forEach((other) => this.calm(other));
    button.classList.add("sure");
    button.after(this.question(action));
    settle(button.parentNode);
  }

  asks(action) {
    return setting("ask") && isFinal(this.sheet, action, this.view);
  }

  question(action) {
    const always = () => {
      set("ask", false);
      this.act(action);
    };
    return make("div", { class: "row question" }, make("span", { class: "soft" }, say("final")),
      make("button", { type: "button", class: "main", onclick: () => this.act(action) }, say("final.play")),
      make("button", { type: "button", class: "quiet", onclick: always }, say("final.never")));
  }

  calm(button) {
    button.classList.remove("sure");
    button.nextElementSibling?.remove();
  }

  /** A piece was clicked: one action left is played, several are offered in a small menu at the piece. */
  pick(piece, fitting) {
    const step = fitting.find((action) => action.play);
    if (step) return step.play();
    if (this.picked.includes(piece.id)) return this.letGo();
    const left = this.left ? fitting.filter((action) => this.left.includes(action)) : fitting;
    const [picked, actions] = left.length ? [[...this.picked, piece.id], left] : [[piece.id], fitting];
    const [only] = actions;
    if (actions.length === 1 && !isQuiet(this.sheet.slug, only) && !this.asks(only)) {
      this.letGo();
      return this.act(only);
    }
    this.picked = picked;
    this.left = actions;
    this.board.pick(picked);
    return this.ask(actions, piece);
  }

  ask(actions, piece) {
    this.menu.hidden = false;
    const final = actions.some((action) => this.asks(action));
    fill(
      this.menu,
      make("p", { id: "menu-title" }, say("pick"), final ? make("small", {}, say("final")) : null),
      make("ul", { class: "choices" }, actions.map((action) => make("li", {}, this.button(action, this.labels.get(action).sentence, true)))),
      make("button", { type: "button", class: "quiet", onclick: () => this.letGo() }, say("cancel")),
    );
    settle(this.menu);
    this.beside(piece);
    this.menu.querySelector("button").focus({ preventScroll: true });
  }

  /** The menu opens at the piece: below it, or above where there is no room, always inside the board. */
  beside(piece) {
    const frame = this.menu.offsetParent.getBoundingClientRect();
    const box = piece.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.menu;
    const left = Math.min(Math.max(box.x + box.width / 2 - width / 2, frame.x), Math.max(frame.right - width, frame.x)) - frame.x;
    const below = box.bottom + EDGE;
    const top = below + height < innerHeight ? below : Math.max(box.y - EDGE - height, EDGE);
    Object.assign(this.menu.style, { left: `${left}px`, top: `${top - frame.y}px` });
  }

  letGo() {
    this.picked = [];
    this.left = null;
    this.board.pick([]);
    this.menu.hidden = true;
    fill(this.menu);
  }
}
