// The ladder: how strong bots are, and the games to watch. #/kimbac says which game; the page asks again every few seconds.
import { read } from "./shared/client.js";
import { fill, fillOnChange, make } from "./shared/dom.js";
import { called, language, listed, say } from "./words/language.js";
import { languageSwitch } from "./shared/languages.js";
import { Notices } from "./shared/notices.js";

const main = document.getElementById("main");
const notices = new Notices(document.getElementById("notices"), () => undefined);
const EVERY = 5000;
const SCALE = 50;
let games = [];
let turn = 0;

function header() {
  fill(document.getElementById("top"),
    make("a", { href: "/", class: "brand" }, say("brand")),
    make("span", { class: "crumb" }, say("ladder")),
    make("nav", {}, make("a", { href: "/docs" }, say("docs")),
      languageSwitch(show)));
}

function drawn(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A number as the reader writes it. */
function number(value, digits = 1) {
  return value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The strength as a dot on its interval, from 0 to 50. */
function interval(row) {
  const place = (value) => Math.min(Math.max(value, 0), SCALE) * 2;
  const text = say("ladder.from", { mu: number(row.mu), low: number(row.low), high: number(row.high) });
  return [
    drawn("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      drawn("line", { x1: place(row.low), x2: place(row.high), y1: 4, y2: 4 }), drawn("circle", { cx: place(row.mu), cy: 4, r: 2 })),
    make("small", {}, text),
  ];
}

function line(row, index) {
  const status = say(`ladder.status.${row.status}`, { reason: row.reason ?? "" });
  const kind = row.status === "anchor" ? called("bot", row.bot.split(":")[0]) : null; // as setup and table call it
  const share = row.win_rate === null ? "–" : row.win_rate.toLocaleString(language(), { style: "percent" });
  return make("tr", { "data-status": row.status },
    make("td", { class: "number" }, String(index + 1)),
    make("th", { scope: "row" }, row.name, make("small", {}, [row.owner ? say("ladder.by", { owner: row.owner }) : null, status, kind].filter(Boolean).join(" · "))),
    make("td", { class: "number" }, number(row.rating)),
    make("td", {}, interval(row)),
    make("td", { class: "number" }, String(row.games)),
    make("td", { class: "number" }, share),
    make("td", { class: "number" }, row.latency_ms === null ? "–" : say("ladder.ms", { count: row.latency_ms })));
}

function ratings(table) {
  const columns = ["rank", "bot", "rating", "interval", "games", "win_rate", "latency"];
  return make("div", { class: "scroll", tabindex: "0" }, make("table", { class: "ladder" },
    make("thead", {}, make("tr", {}, columns.map((name) => make("th", { scope: "col" }, say(`ladder.${name}`))))),
    make("tbody", {}, table.rows.map(line))));
}

function outcome(game) {
  if (game.status !== "counted") return say(`ladder.${game.status}`);
  const winners = game.seats.filter((_, seat) => game.ranks[seat] === 1).map((seat) => seat.name);
  return winners.length === game.seats.length ? say("ladder.tied") : say("ladder.won", { names: listed(winners) });
}

function recent(slug, shown) {
  if (!shown.length) return make("p", { class: "soft" }, say("ladder.none"));
  return make("ul", { class: "listing" }, shown.map((game) => make("li", {},
    make("span", {}, make("b", {}, game.seats.map((seat) => seat.name).join(" – ")), make("small", {}, outcome(game))),
    make("a", { class: "button", href: `/#/${slug}/${game.id}` }, say(game.status === "running" ? "watch" : "look back")))));
}

function page(slug, table, shown) {
  return [
    make("h1", {}, say("ladder")),
    make("p", { class: "soft" }, say("ladder.intro")),
    make("nav", { class: "row tabs", "aria-label": say("ladder") }, games.map((game) => make("a", {
      class: "button", href: `#/${game.slug}`, "aria-current": game.slug === slug ? "page" : null, "data-key": game.slug,
    }, game.name))),
    make("section", { class: "panel" }, ratings(table),
      table.next ? make("p", { class: "soft" }, say("ladder.next", table.next)) : null,
      make("p", { class: "row" }, make("a", { href: `/v1/ladders/${slug}/results.ndjson` }, say("ladder.results")), make("a", { href: "/docs" }, say("ladder.enter")))),
    make("section", { class: "panel" }, make("h2", {}, say("ladder.recent")), recent(slug, shown)),
  ];
}

async function show() {
  const mine = (turn += 1);
  const wanted = location.hash.replace(/^#\/?/, "");
  document.documentElement.lang = language();
  document.title = `${say("ladder")} – ${say("brand")}`;
  header();
  try {
    games = (await read("/v1")).games;
    const slug = games.some((game) => game.slug === wanted) ? wanted : games[0].slug;
    const [table, { games: shown }] = await Promise.all([read(`/v1/ladders/${slug}`), read(`/v1/ladders/${slug}/games`)]);
    if (mine !== turn) return;
    notices.clear();
    fillOnChange(main, [language(), slug, table, shown], () => page(slug, table, shown));
  } catch (error) {
    if (mine === turn) notices.show(error);
  }
}

window.addEventListener("hashchange", show);
setInterval(() => {
  if (!document.hidden) show();
}, EVERY);
show();
