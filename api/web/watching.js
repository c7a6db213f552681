// Games that are being played now, each with a small board that moves along.
import { read } from "./client.js";
import { fill, make } from "./dom.js";
import { listed, say } from "./language.js";
import "./ludotheque-board.js";

const MOST = 2; // each board holds a connection, and a browser has six of them for one server

export function liveGames(names, current, notices) {
  const place = make("div", { class: "live" });
  const note = make("p", { class: "soft" }, say("no live games"));
  read(`/v1/games?status=running&limit=${MOST}`).then((page) => {
    if (!current()) return;
    note.hidden = page.games.length > 0;
    fill(place, page.games.map((game) => make("article", { "data-id": game.id },
      make("ludotheque-board", { game: game.game, id: game.id }),
      make("a", { href: `#/${game.game}/${game.id}` }, make("b", {}, names[game.game]), ` · ${say("watch")}`),
      make("small", {}, listed(game.players)))));
  }).catch((error) => current() && notices.show(error));
  return make("section", { class: "panel livegames" }, make("h2", {}, say("live games")), place, note);
}
