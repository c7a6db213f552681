// A new game: who sits where, and the settings that few people touch.
import { randomText, read } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { howToPlay, isFirstGame } from "../help/guide.js";
import { myName, rememberName } from "./joining.js";
import { called, say } from "../words/language.js";
import { publicRow } from "./listing.js";
import { optionFields } from "./options.js";
import { botSeat, createGame, USUAL_BOT } from "./quick.js";
import { byline, creditsPanel, referencePanel } from "../help/reference.js";

/** The page of one game: a form for a new table, and the public tables. `current()` is false once the reader left it. */
export async function setupPage(place, sheet, notices, current) {
  const bots = await read("/v1/bots");
  if (!current()) return;
  const form = new Setup(sheet, bots, notices);
  const games = make("section", { class: "panel" }, make("h2", {}, say("public games")));
  const guide = make("section", { class: "panel howto" }, make("h2", {}, say("guide")), howToPlay(sheet));
  fill(place, make("h1", {}, sheet.name), byline(sheet),
    make("div", { class: "columns" }, form.element, make("div", { class: "stack" }, guide, games, referencePanel(sheet), creditsPanel(sheet))));
  const pages = await Promise.all(["open", "running", "finished"].map((status) => read(`${sheet.games_url}?status=${status}&limit=8`)));
  const rows = pages.flatMap((page) => page.games).map((game) => publicRow(game));
  games.append(rows.length ? make("ul", { class: "listing" }, rows) : make("p", { class: "soft" }, say("no public games")));
}

class Setup {
  constructor(sheet, bots, notices) {
    Object.assign(this, { sheet, notices });
    this.bots = bots.built_in.filter((bot) => sheet.bots.includes(bot.id));
    this.remote = bots.remote.filter((bot) => bot.healthy && bot.games.includes(sheet.slug));
    this.usual = `bot ${this.bots.some((bot) => bot.id === USUAL_BOT) ? USUAL_BOT : this.bots[0]?.id}`;
    const others = Math.max(sheet.seats_min, Math.min(2, sheet.seats_max)) - 1;
    this.seats = ["me", ...Array(others).fill(this.usual)].map((kind) => this.seat(kind));
    this.rows = make("ol", { class: "seats" });
    this.name = make("input", { type: "text", name: "name", maxlength: "40", value: myName(), placeholder: say("name default"), autocomplete: "nickname" });
    this.options = optionFields(sheet);
    this.element = this.form();
    this.draw();
  }

  form() {
    const field = (label, control) => make("label", {}, say(label), control);
    this.private = make("input", { type: "checkbox", name: "private" });
    this.bank = make("input", { type: "number", name: "bank", min: 0, max: 2592000, placeholder: "0" });
    this.increment = make("input", { type: "number", name: "increment", min: 0, max: 86400, placeholder: "0" });
    this.clock = make("input", { type: "number", name: "clock", min: 1, max: 2592000, placeholder: say("no clock") });
    this.timeout = make("select", { name: "timeout" }, ["bot", "random", "abort"].map((id) => make("option", { value: id }, called("timeout", id))));
    this.first = make("input", { type: "checkbox", name: "first", checked: isFirstGame(this.sheet.slug), onchange: () => this.draw() });
    this.seed = make("input", { type: "text", name: "seed", pattern: "[0-9a-f]{64}", maxlength: 64, spellcheck: "false" });
    return make("form", { class: "panel setup", onsubmit: (event) => this.create(event) },
      make("h2", {}, say("new game")),
      field("your name", this.name),
      make("fieldset", {}, make("legend", {}, say("seats")), this.rows,
        make("button", { type: "button", class: "quiet", "data-key": "add", onclick: () => this.resize(1) }, `+ ${say("add seat")}`)),
      this.options.helps ? make("label", { class: "check" }, this.first, make("span", {}, say("first game"), make("small", {}, this.options.helps))) : null,
      make("label", { class: "check" }, this.private, say("private")),
      make("details", {}, make("summary", {}, say("advanced")),
        field("clock", this.clock), field("bank", this.bank), field("increment", this.increment), field("timeout", this.timeout), field("seed", this.seed),
        make("fieldset", {}, make("legend", {}, say("options")), this.options.fields)),
      make("button", { class: "main", name: "start" }, say("start")));
  }

  draw() {
    const choices = [["me", say("me")], ["friend", say("friend")],
      ...this.bots.map((bot) => [`bot ${bot.id}`, called("opponent", bot.id)]),
      ...this.remote.map((bot) => [`remote ${bot.id}`, say("remote", { name: bot.name })])];
    fill(this.rows, this.seats.map((seat, index) => {
      const select = make("select", { "aria-label": say("seat", { number: index + 1 }), "data-key": `seat ${index}`, name: `seat-${index}` },
        choices.map(([value, label]) => make("option", { value, selected: value === seat.kind }, label)));
      select.addEventListener("change", () => this.assign(index, select.value));
      return make("li", {}, select, this.levels(seat, index), this.seats.length > this.sheet.seats_min
        ? make("button", { type: "button", class: "quiet", "data-key": `remove ${index}`, "aria-label": say("remove seat", { number: index + 1 }), onclick: () => this.resize(-1, index) }, "✕")
        : null);
    }));
    this.element.querySelector("[data-key=add]").hidden = this.seats.length >= this.sheet.seats_max;
    this.options.suggest(this.seats.every(({ kind }) => kind === "me" || kind === "friend"), this.first.checked);
  }

  /** A player for a seat; some bots come in levels. */
  seat(kind) {
    const { levels = [], default_level: level } = this.bots.find((bot) => `bot ${bot.id}` === kind) ?? {};
    return { kind, levels, level };
  }

  levels(seat, index) {
    if (!seat.levels.length) return null;
    const select = make("select", { "aria-label": say("level"), "data-key": `level ${index}`, name: `level-${index}` },
      seat.levels.map((level) => make("option", { value: level, selected: level === seat.level }, `${say("level")} ${level}`)));
    select.addEventListener("change", () => {
      seat.level = Number(select.value);
    });
    return select;
  }

  assign(index, kind) {
    if (kind === "me") this.seats = this.seats.map((seat) => (seat.kind === "me" ? this.seat(this.usual) : seat));
    this.seats[index] = this.seat(kind);
    this.draw();
  }

  resize(by, index) {
    if (by > 0) this.seats.push(this.seat(this.usual));
    else this.seats.splice(index, 1);
    this.draw();
  }

  body() {
    const seed = this.seed.value || null;
    const seats = this.seats.map(({ kind, level }, index) => {
      if (kind === "friend") return { kind: "open" };
      // With a seed of one's own there is nothing left to prove, so no luck is added either.
      if (kind === "me") return { kind: "human", name: this.name.value || `${say("name default")} ${index + 1}`, nonce: seed ? null : randomText() };
      if (kind.startsWith("remote ")) return { kind: "remote", bot: kind.slice(7) };
      const alike = this.seats.filter((seat) => seat.kind === kind).length > 1;
      return { ...botSeat(kind.slice(4), alike ? index + 1 : ""), ...(level ? { level } : {}) };
    });
    const clock = this.clock.value ? {
      turn_seconds: Number(this.clock.value), bank_seconds: Number(this.bank.value || 0), increment_seconds: Number(this.increment.value || 0),
      on_timeout: this.timeout.value,
    } : null;
    return { seats, options: this.options.chosen(), visibility: this.private.checked ? "private" : "public", seed, clock };
  }

  async create(event) {
    event.preventDefault();
    if (this.creating) return; // one visit creates one game, even if the answer comes before the second of two clicks
    this.creating = true;
    this.notices.clear();
    rememberName(this.name.value);
    try {
      await createGame(this.sheet.games_url, this.body());
    } catch (error) {
      this.creating = false;
      this.notices.show(error);
    }
  }
}
