// The first page: pick a game.
import { read } from "./client.js";
import { fill, make } from "./dom.js";
import { emblem } from "./emblem.js";
import { myTables } from "./listing.js";
import { say } from "./language.js";

/** `current()` is false once the reader left the page. */
export async function lobbyPage(place, current) {
  const { games } = await read("/v1");
  if (!current()) return;
  const names = Object.fromEntries(games.map((game) => [game.slug, game.name]));
  const draw = () => fill(place,
    make("h1", {}, say("choose a game")),
    make("ul", { class: "games" }, games.map((game) => make("li", {},
      make("a", { href: `#/${game.slug}`, class: "game" }, emblem(game.slug),
        make("span", {}, make("b", {}, game.name), make("small", {}, say("by", { author: game.author })),
          make("small", {}, say("players", { min: game.seats_min, max: game.seats_max }))))))),
    myTables(names, draw));
  draw();
}
