// A side panel: how to play, and behind it the rules as reference, open at any rule that a refusal names.
import { read } from "../shared/client.js";
import { fill, make, marked } from "../shared/dom.js";
import { howToPlay } from "./guide.js";
import { called, language, say } from "../words/language.js";

export class Rulebook {
  constructor(place) {
    this.place = place;
    this.books = new Map();
    place.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  close() {
    this.asked = null;
    if (this.place.hidden) return;
    this.place.hidden = true;
    document.body.classList.remove("reading");
    this.opener?.focus();
  }

  /** Open at a rule, at the list of rules, or with `guide` at how to play. */
  async open(sheet, { rule = null, guide = false } = {}) {
    if (this.place.hidden) this.opener = document.activeElement;
    const asked = (this.asked = {});
    const book = `${language()} ${sheet.slug}`;
    if (!this.books.has(book)) this.books.set(book, (await read(sheet.rules_url)).rules);
    if (this.asked !== asked) return; // the reader has gone to another page meanwhile
    const rules = this.books.get(book);
    const search = make("input", { type: "search", "aria-label": say("rules.search"), placeholder: say("rules.search") });
    const count = make("p", { class: "soft", role: "status" });
    const list = make("div", { class: "rules" });
    const draw = () => this.entries(rules, search.value, list, count, sheet.names);
    search.addEventListener("input", draw);
    const close = make("button", { type: "button", class: "quiet", "aria-label": say("rules.close"), onclick: () => this.close() }, "✕");
    fill(
      this.place,
      make("div", { class: "bar" }, make("h2", {}, `${say(guide ? "guide" : "rules")} · ${sheet.name}`), close),
      make("details", { class: "howto", open: guide }, make("summary", {}, say("guide")), howToPlay(sheet)),
      make("details", { class: "rulebook", open: !guide }, make("summary", {}, say("rules.all")), search, count, list),
    );
    this.place.setAttribute("aria-label", say("rules"));
    this.place.hidden = false;
    this.place.scrollTop = 0;
    document.body.classList.add("reading");
    draw();
    if (rule) this.turnTo(rule);
    else (guide ? close : search).focus();
  }

  /** The rules that say how to play; behind them, folded, how unclear sentences of the booklet are read. */
  entries(rules, wanted, list, count, names) {
    const fitting = rules.filter((rule) => `${rule.id} ${rule.text}`.toLowerCase().includes(wanted.toLowerCase()));
    count.textContent = say("rules.count", { shown: fitting.length, all: rules.length });
    const readings = fitting.filter((rule) => rule.provenance === "reading");
    fill(list, this.sections(fitting.filter((rule) => rule.provenance !== "reading"), names),
      readings.length ? make("details", { class: "readings", open: Boolean(wanted) }, make("summary", {}, say("rules.readings", { count: readings.length })), this.sections(readings, names)) : null);
  }

  sections(rules, names) {
    let section = null;
    return rules.map((rule) => {
      const heading = rule.section === section ? null : make("h3", {}, rule.section);
      section = rule.section;
      return [heading, make("article", { id: `rule-${rule.id}`, tabindex: "-1" },
        make("b", {}, rule.id), make("p", {}, marked(rule.text, names)),
        make("small", {}, called("provenance", rule.provenance)))];
    });
  }

  turnTo(rule) {
    const entry = this.place.querySelector(`#${CSS.escape(`rule-${rule}`)}`);
    if (!entry) return;
    entry.classList.add("named");
    entry.closest(".readings")?.setAttribute("open", "");
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
  }
}
