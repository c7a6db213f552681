// A list of cards chosen in order, from the domain of a template: the program of Les Dragons du Mékong.
import { fill, make } from "../shared/dom.js";
import { say } from "../words/language.js";

export class Program {
  /** `laid(pairs)` gets each chosen card with its place, to show them on the board. */
  constructor(template, sheet, act, laid) {
    [[this.parameter, this.domain]] = Object.entries(template.parameters);
    Object.assign(this, { template, type: template.type, sheet, act, laid });
    this.chosen = [];
    this.element = make("div", { class: "program" });
    this.draw();
  }

  fits(template) {
    return JSON.stringify(template) === JSON.stringify(this.template);
  }

  /** Each card as something that a piece of the picture can do: clicking it there lays it, too. */
  steps() {
    return this.domain.from.map((item) => ({ action: { play: () => this.add(item) }, pieces: this.template.pieces[item] ?? [] }));
  }

  allowed(item) {
    const { length, distinct, at_most: limits } = this.domain;
    if (this.chosen.length >= length || (distinct && this.chosen.includes(item))) return false;
    const alike = (start) => this.chosen.filter((one) => one.startsWith(start)).length;
    return Object.entries(limits).every(([start, most]) => !item.startsWith(start) || alike(start) < most);
  }

  add(item) {
    if (this.allowed(item)) this.chosen.push(item);
    this.draw();
  }

  remove(index) {
    this.chosen.splice(index, 1);
    this.draw();
  }

  tellBoard() {
    this.laid(this.chosen.map((item, index) => ({ card: this.template.pieces[item]?.[0], place: index + 1 })));
  }

  draw() {
    const { domain, chosen } = this;
    this.tellBoard();
    fill(
      this.element,
      make("p", {}, say("program", { count: domain.length })),
      make("ol", { class: "slots" }, Array.from({ length: domain.length }, (_, index) => this.slot(index))),
      make("div", { class: "hand" }, domain.from.map((item) => make("button", {
        type: "button", class: "card", disabled: !this.allowed(item), "data-card": item, "data-key": `card ${item}`, onclick: () => this.add(item),
      }, (this.sheet.names[item] ?? item)))),
      make("button", {
        type: "button", class: "main", disabled: chosen.length < domain.length, "data-send": this.type,
        onclick: () => this.act({ type: this.type, [this.parameter]: [...chosen] }),
      }, say("program.send")),
    );
  }

  slot(index) {
    const item = this.chosen[index];
    const name = item === undefined ? say("program.empty") : (this.sheet.names[item] ?? item);
    return make("li", {}, make("button", {
      type: "button", class: item === undefined ? "slot" : "slot full", disabled: item === undefined, "data-key": `slot ${index}`,
      "aria-label": item === undefined ? say("program.slot", { number: index + 1 }) : say("program.remove", { number: index + 1, name }),
      onclick: () => this.remove(index),
    }, make("b", {}, String(index + 1)), make("span", {}, name)));
  }
}
