// How the points of each player came about, from the last position of a finished game.
import { make } from "../shared/dom.js";
import { called, language, say } from "../words/language.js";

const LINES = {
  bakong: ({ score_sheet: count }) => count && ["big", "x1", "x3", "first_home", "ouch", "total"].map((part) => [called("score", part), count.lines.map((line) => line[part])]),
  kimbac: ({ round_results: rounds, scores }) => rounds.length > 0 && [...rounds.map(({ round, paid }) => [say("round", { round }), paid]), [called("score", "total"), scores]],
  bailouke: ({ last_round: last }) => last && [[say("score.last_round"), last.totals]],
};

/** A table with a line for each source of points and a column for each player; null where the game has none. */
export function breakdown(view) {
  const lines = view.position && LINES[view.game]?.(view.position);
  if (!lines) return null;
  const number = (value) => value.toLocaleString(language());
  return make("div", { class: "scroll", tabindex: "0", "aria-label": say("breakdown") }, make("table", { class: "breakdown" },
    make("caption", {}, say("breakdown")),
    make("thead", {}, make("tr", {}, make("td", {}), view.seats.map((seat) => make("th", { scope: "col" }, seat.name)))),
    make("tbody", {}, lines.map(([label, values]) => make("tr", { class: label === called("score", "total") ? "total" : null },
      make("th", { scope: "row" }, label), values.map((value) => make("td", {}, number(value))))))));
}

/** Points as the game has them: crowns in Baïlouké, taels in Kim-Bac. */
export function points(view, seat) {
  const score = view.result.scores[seat];
  if (view.game === "bailouke") return make("span", { class: "crowns", role: "img", "aria-label": say("crowns", { count: score }) }, "♛".repeat(score) || "–");
  if (view.game === "kimbac") return make("span", {}, say("taels", { points: score.toLocaleString(language()) }));
  return make("span", {}, say("points", { points: score }));
}
