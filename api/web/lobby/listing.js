// Lists of public games: the open ones of all games with a filter, and those of one game.
import { read } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { ago, listed, say } from "../words/language.js";

const MOST = 12;

export function publicRow(game, name = null) {
  const label = game.free_seats.length ? "join" : game.status === "running" ? "watch" : "look back";
  const players = game.players.filter(Boolean);
  const about = [
    name, game.free_seats.length ? say("free seats", { count: game.free_seats.length }) : say(`status.${game.status}`), ago(game.created_at),
  ];
  return make("li", { "data-id": game.id },
    make("span", {}, make("b", {}, players.length ? listed(players) : say("nobody yet")), make("small", {}, about.filter(Boolean).join(" · "))),
    make("a", { class: "button", href: `#/${game.game}/${game.id}` }, say(label)));
}

/** The open games of all kinds, newest first, with a filter. */
export function openGames(games, names, current, notices) {
  const list = make("ul", { class: "listing" });
  const filter = make("select", { name: "filter", "aria-label": say("filter") },
    make("option", { value: "" }, say("all games")), games.map((game) => make("option", { value: game.slug }, game.name)));
  const note = make("p", { class: "soft" }, say("no open games"));
  const draw = async () => {
    const chosen = filter.value;
    const page = await read(`/v1/games?status=open&limit=${MOST}${chosen ? `&slug=${chosen}` : ""}`);
    if (!current() || chosen !== filter.value) return;
    fill(list, page.games.map((game) => publicRow(game, names[game.game])));
    note.hidden = page.games.length > 0;
  };
  const tried = () => draw().catch((error) => current() && notices.show(error));
  filter.addEventListener("change", tried);
  tried();
  return make("section", { class: "panel opengames" }, make("div", { class: "bar" }, make("h2", {}, say("open games")), filter), list, note);
}
