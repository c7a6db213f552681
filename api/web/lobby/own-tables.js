// The tables that this browser sits at: against whom, how it stands, and whose turn it is.
import { read } from "../shared/client.js";
import { carefulButton, fill, make } from "../shared/dom.js";
import { forget, lookingToken, tables } from "../shared/keyring.js";
import { ago, listed, say } from "../words/language.js";

const MOST = 8;

export class OwnTables {
  constructor(names, current) {
    Object.assign(this, { names, current });
    this.list = make("ul", { class: "listing" });
    this.past = make("ul", { class: "listing" });
    this.fold = make("details", { class: "past" }, make("summary", {}, say("past tables")), this.past);
    this.element = make("section", { class: "panel owntables" }, make("h2", {}, say("your tables")), this.list, this.fold);
    this.draw();
  }

  draw() {
    const mine = tables().slice(0, MOST);
    this.element.hidden = mine.length === 0;
    const isOver = ({ id }) => ["finished", "aborted"].includes(this.views?.get(id)?.status);
    fill(this.list, mine.filter((table) => !isOver(table)).map((table) => this.row(table)));
    fill(this.past, mine.filter(isOver).map((table) => this.row(table)));
    this.fold.hidden = !mine.some(isOver);
  }

  row(table) {
    const state = make("small", {}, ago(table.at));
    const title = make("b", {}, this.names[table.slug] ?? table.slug);
    const badge = make("span", { class: "badge", hidden: true }, say("your turn"));
    const leave = carefulButton(say("forget"), say("forget?"), () => {
      forget(table.id);
      this.draw();
      return this.refresh();
    });
    const row = make("li", { "data-id": table.id }, make("a", { href: `#/${table.slug}/${table.id}` }, title, badge, state), leave);
    if (this.views?.has(table.id)) this.describe(row, this.views.get(table.id), { title, badge, state }, table);
    return row;
  }

  /** Ask every table how it stands; one that is gone says so. */
  async refresh() {
    this.views ??= new Map();
    await Promise.all(tables().slice(0, MOST).filter((table) => !this.views.has(table.id)).map(async (table) => {
      const path = `/v1/${table.slug}/games/${table.id}`;
      this.views.set(table.id, await read(path, { token: lookingToken(table) }).catch(() => null));
    }));
    if (this.current()) this.draw();
  }

  describe(row, view, { title, badge, state }, table) {
    const name = this.names[table.slug] ?? table.slug;
    if (view === null) {
      state.textContent = say("table gone");
      return;
    }
    const others = view.seats.filter((seat) => seat.seat !== view.you && seat.name).map((seat) => seat.name);
    title.textContent = others.length ? say("against", { game: name, names: listed(others) }) : name;
    badge.hidden = !view.to_act.includes(view.you);
    row.dataset.status = view.status;
    state.textContent = `${standing(view)} · ${ago(table.at)}`;
  }
}

function standing(view) {
  const named = (seats) => listed(seats.map((seat) => view.seats[seat].name));
  if (view.status === "open") return say("waiting for players", { count: view.seats.filter((seat) => seat.kind === "open").length });
  if (view.status !== "running") return view.result?.winners.length ? say("winner", { names: named(view.result.winners) }) : say(`status.${view.status}`);
  return view.to_act.includes(view.you) ? say("status.running") : say("turn of", { names: named(view.to_act) });
}
