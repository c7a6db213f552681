// Lists of tables: the public ones of a game, and those that this browser sits at.
import { make } from "./dom.js";
import { forget, tables } from "./keyring.js";
import { say } from "./language.js";

export function joinedRow(slug, game) {
  const label = game.free_seats.length ? "join" : game.status === "running" ? "watch" : "look back";
  const names = game.players.map((name) => name || "…").join(", ");
  return make("li", {},
    make("span", {}, make("b", {}, names), make("small", {}, [say(`status.${game.status}`), game.free_seats.length ? say("free seats", { count: game.free_seats.length }) : null].filter(Boolean).join(" · "))),
    make("a", { class: "button", href: `#/${slug}/${game.id}` }, say(label)));
}

/** The tables of this browser, each with a way back to it. */
export function myTables(names, redraw) {
  const mine = tables().slice(0, 8);
  if (!mine.length) return null;
  return make("section", { class: "panel" }, make("h2", {}, say("your tables")),
    make("ul", { class: "listing" }, mine.map((table) => make("li", {},
      make("a", { href: `#/${table.slug}/${table.id}` }, make("b", {}, names[table.slug] ?? table.slug), make("small", {}, new Date(table.at).toLocaleString(document.documentElement.lang))),
      make("button", {
        type: "button", class: "quiet", "aria-label": say("forget"), title: say("forget"),
        onclick: () => {
          forget(table.id);
          redraw();
        },
      }, "✕")))));
}
