// The first page: what each game is, a game in one click, one's own tables, open games and live ones.
import { read } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { pictureOf } from "../help/guide.js";
import { say } from "../words/language.js";
import { openGames } from "./listing.js";
import { liveGames } from "./watching.js";
import { OwnTables } from "./own-tables.js";
import { quickPlay } from "./quick.js";

/** `current()` is false once the reader left the page. */
export async function lobbyPage(place, current, notices) {
  const { games } = await read("/v1");
  if (!current()) return;
  const names = Object.fromEntries(games.map((game) => [game.slug, game.name]));
  const own = new OwnTables(names, current);
  const page = { creating: false };
  fill(place,
    make("h1", {}, say("choose a game")),
    own.element,
    make("ul", { class: "games" }, games.map((game) => make("li", {}, card(game, notices, page)))),
    make("div", { class: "columns" }, openGames(games, names, current, notices), liveGames(names, current, notices)));
  await own.refresh();
}

function card(game, notices, page) {
  const about = [
    say("players", { min: game.seats_min, max: game.seats_max }),
    say("minutes", { min: game.minutes[0], max: game.minutes[1] }),
    say(`difficulty.${game.difficulty}`),
  ];
  const play = make("button", { type: "button", class: "main", "data-quick": game.slug, onclick: () => quickPlay(game, notices, page) }, say("quick play"));
  return make("article", { class: "card", "data-game": game.slug },
    make("a", { href: `#/${game.slug}`, class: "game" },
      make("img", { src: pictureOf(game.slug, "middle"), alt: "", loading: "lazy", width: 300, height: 170 }),
      make("b", {}, game.name)),
    make("p", {}, game.blurb),
    make("small", {}, about.join(" · ")),
    make("small", {}, say("by", { author: game.author })),
    make("div", { class: "row" }, play, make("a", { class: "button", href: `#/${game.slug}` }, say("set up"))));
}
