// Games that are being played now, each with a small board that moves along.
import { read } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { tables } from "../shared/keyring.js";
import { listed, say } from "../words/language.js";
import "../ludotheque-board.js";

const LOOKED_AT = 20;
const MOST = 2; // each board holds a connection, and a browser has six of them for one server

export function liveGames(names, current, notices) {
  const place = make("div", { class: "live" });
  const note = make("p", { class: "soft" }, say("no live games"));
  const own = new Set(tables().map((table) => table.id));
  read(`/v1/games?status=running&limit=${LOOKED_AT}`).then((page) => {
    if (!current()) return;
    const others = page.games.filter((game) => !own.has(game.id)).slice(0, MOST);
    note.hidden = others.length > 0;
    fill(place, others.map((game) => make("article", { "data-id": game.id },
      make("ludotheque-board", { game: game.game, id: game.id }),
      make("a", { href: `#/${game.game}/${game.id}` }, make("b", {}, names[game.game]), ` · ${say("watch")}`),
      make("small", {}, listed(game.players)))));
  }).catch((error) => current() && notices.show(error));
  return make("section", { class: "panel livegames" }, make("h2", {}, say("live games")), place, note);
}
