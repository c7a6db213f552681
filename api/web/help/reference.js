// What the sheet says of a game: its pieces with copies and effects, what is reconstructed, advice and credits.
import { make } from "../shared/dom.js";
import { called, language, listed, say } from "../words/language.js";

/** All sorts of pieces, closed until the reader wants them, and below what players should know. */
export function referencePanel(sheet) {
  return make("section", { class: "panel reference" },
    make("details", {}, make("summary", {}, say("reference")), sheet.reference.map(group)),
    sheet.notes.map((note) => make("small", { class: "note" }, note)));
}

function group({ title, entries }) {
  return make("section", {}, make("h3", {}, title), make("ul", { class: "pieces" }, entries.map((piece) => make("li", {},
    make("b", {}, piece.name),
    piece.copies === null ? null : make("span", { class: "number" }, say("copies", { count: piece.copies })),
    piece.effect ? make("p", {}, piece.effect) : null,
    piece.reconstructed.length ? make("small", {}, say("reconstructed", { parts: listed(piece.reconstructed.map((part) => called("part", part))) })) : null))));
}

/** Under the name of a game: its author, how many play it, and what its booklet advises. */
export function byline(sheet) {
  const { advice, subtitle } = sheet.content.game;
  return [subtitle ? make("p", { class: "soft" }, subtitle[language()]) : null,
    make("p", { class: "soft" }, `${say("by", { author: sheet.author })} · ${say("players", { min: sheet.seats_min, max: sheet.seats_max })}`),
    advice ? make("p", { class: "soft" }, advice[language()]) : null];
}

/** Who made the game, as the booklet has it. */
export function creditsPanel(sheet) {
  const { aliases, credits } = sheet.content.game;
  const lines = credits.map(({ role, names }) => [role[language()], listed(names)]);
  if (aliases) lines.push([say("aliases"), listed(aliases)]);
  return make("section", { class: "panel credits" }, make("h2", {}, say("credits")),
    make("dl", {}, lines.map(([title, text]) => [make("dt", {}, title), make("dd", {}, text)])));
}
