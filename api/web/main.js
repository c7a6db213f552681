// The page: what stands behind the # says which part of it is shown.
//   #/                        all games
//   #/bakong                  a new game, and the public ones
//   #/bakong/<id>             a table; /invite/<secret> and /watch/<secret> carry the token of a private one
//   #/bakong/<id>/at/<version>  a move of a finished game; #/bakong/<id>/watch: only to look on
import { read } from "./shared/client.js";
import { fill, make } from "./shared/dom.js";
import { keep } from "./shared/keyring.js";
import { language, say } from "./words/language.js";
import { lobbyPage } from "./lobby/lobby.js";
import { languageSwitch } from "./shared/languages.js";
import { Notices } from "./shared/notices.js";
import { Rulebook } from "./help/rulebook.js";
import { setupPage } from "./lobby/setup.js";
import { Table } from "./table/table.js";

const main = document.getElementById("main");
const rulebook = new Rulebook(document.getElementById("rules"));
const notices = new Notices(document.getElementById("notices"), (rule) => rulebook.open(sheet, { rule }));
let sheet = null;
let table = null;
let turn = 0;

function header() {
  fill(document.getElementById("top"),
    make("button", { type: "button", class: "skip", onclick: () => main.focus() }, say("skip link")),
    make("a", { href: "#/", class: "brand" }, say("brand")),
    sheet ? make("a", { href: `#/${sheet.slug}`, class: "crumb" }, sheet.name) : make("span", { class: "crumb" }, say("tagline")),
    make("nav", {},
      sheet ? make("button", { type: "button", class: "quiet", "data-key": "guide", onclick: () => rulebook.open(sheet, { guide: true }) }, say("guide")) : null,
      sheet ? make("button", { type: "button", class: "quiet", "data-key": "rules", onclick: () => rulebook.open(sheet) }, say("rules")) : null,
      sheet ? null : make("a", { href: "/ladder" }, say("ladder")),
      make("a", { href: "/docs" }, say("docs")),
      languageSwitch(show)));
}

/** A link with a preview, /table/bakong/<id>, leads to the same page. */
function unlinked() {
  const [, place] = location.pathname.match(/^\/table\/([^/]+\/[^/]+)$/) ?? [];
  if (place) history.replaceState(null, "", `/${location.hash || `#/${place}`}`);
}

/** The secrets in a link are put away, and out of the address bar. */
function unpacked(parts) {
  const [slug, id, kind, secret] = parts;
  if (id && secret && (kind === "invite" || kind === "watch")) {
    keep(id, { slug, [kind === "invite" ? "invite" : "spectator"]: secret });
    history.replaceState(null, "", `#/${slug}/${id}`);
  }
  return [slug, id, { at: kind === "at" && /^\d+$/.test(secret) ? Number(secret) : null, onlyWatch: kind === "watch" && !secret }];
}

async function show() {
  const mine = (turn += 1);
  const current = () => mine === turn;
  table?.close();
  table = null;
  rulebook.close();
  document.documentElement.lang = language();
  document.title = say("brand");
  const [slug, id, how] = unpacked(location.hash.replace(/^#\/?/, "").split("/").filter(Boolean));
  document.body.dataset.page = id ? "table" : slug ? "setup" : "lobby";
  try {
    const found = slug ? await read(`/v1/${encodeURIComponent(slug)}`) : null;
    if (!current()) return;
    sheet = found;
    header();
    if (id) {
      table = new Table(main, sheet, id, notices, how);
      await table.open();
    } else if (slug) {
      await setupPage(main, sheet, notices, current);
    } else {
      await lobbyPage(main, current, notices);
    }
  } catch (error) {
    if (!current()) return;
    header();
    if (error.status === 404) fill(main, make("h1", {}, say("lost")), make("a", { href: "#/" }, say("home")));
    else notices.show(error);
  }
}

window.addEventListener("hashchange", () => {
  notices.clear();
  show().then(() => main.focus({ preventScroll: true }));
});
window.addEventListener("table-changed", show);
unlinked();
show();
