// The rules in a side panel, open at any rule that a refusal names.
import { read } from "./client.js";
import { fill, make, marked } from "./dom.js";
import { called, language, say } from "./language.js";

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

  async open(slug, name, rule = null) {
    if (this.place.hidden) this.opener = document.activeElement;
    const asked = (this.asked = {});
    const book = `${language()} ${slug}`;
    if (!this.books.has(book)) this.books.set(book, (await read(`/v1/${slug}/rules`)).rules);
    if (this.asked !== asked) return; // the reader has gone to another page meanwhile
    const rules = this.books.get(book);
    const search = make("input", { type: "search", "aria-label": say("rules.search"), placeholder: say("rules.search") });
    const count = make("p", { class: "soft", role: "status" });
    const list = make("div", { class: "rules" });
    const draw = () => this.entries(rules, search.value, list, count);
    search.addEventListener("input", draw);
    fill(
      this.place,
      make("div", { class: "bar" }, make("h2", {}, `${say("rules")} · ${name}`),
        make("button", { type: "button", class: "quiet", "aria-label": say("rules.close"), onclick: () => this.close() }, "✕")),
      search, count, list,
    );
    this.place.setAttribute("aria-label", say("rules"));
    this.place.hidden = false;
    document.body.classList.add("reading");
    draw();
    if (rule) this.turnTo(rule);
    else search.focus();
  }

  entries(rules, wanted, list, count) {
    const fitting = rules.filter((rule) => `${rule.id} ${rule.text}`.toLowerCase().includes(wanted.toLowerCase()));
    count.textContent = say("rules.count", { shown: fitting.length, all: rules.length });
    let section = null;
    fill(list, fitting.map((rule) => {
      const heading = rule.section === section ? null : make("h3", {}, rule.section);
      section = rule.section;
      return [heading, make("article", { id: `rule-${rule.id}`, tabindex: "-1" },
        make("b", {}, rule.id), make("p", {}, marked(rule.text)),
        make("small", {}, called("provenance", rule.provenance)))];
    }));
  }

  turnTo(rule) {
    const entry = this.place.querySelector(`#${CSS.escape(`rule-${rule}`)}`);
    if (!entry) return;
    entry.classList.add("named");
    entry.scrollIntoView({ block: "center" });
    entry.focus({ preventScroll: true });
  }
}
