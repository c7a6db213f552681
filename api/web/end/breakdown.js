// How the points of each player came about, from the last position of a finished game.
import { make } from "../shared/dom.js";
import { language, say } from "../words/language.js";

const LINES = {
  bakong: ({ score_sheet: count }, lines) => count && lines.map(({ id, name }) => [name, count.lines.map((line) => line[id])]),
  kimbac: ({ round_results: rounds, scores }, [total]) => rounds.length > 0 && [...rounds.map(({ round, paid }) => [say("round", { round }), paid]), [total.name, scores]],
  bailouke: ({ last_round: last }, [line]) => last && [[line.name, last.totals]],
};

/** A table with a line for each source of points and a column for each player; null where the game has none. */
export function breakdown(view, sheet) {
  const lines = view.position && LINES[view.game]?.(view.position, sheet.score_lines);
  if (!lines) return null;
  const total = sheet.score_lines.find(({ id }) => id === "total")?.name;
  const number = (value) => value.toLocaleString(language());
  return make("div", { class: "scroll", tabindex: "0", "aria-label": say("breakdown") }, make("table", { class: "breakdown" },
    make("caption", {}, say("breakdown")),
    make("thead", {}, make("tr", {}, make("td", {}), view.seats.map((seat) => make("th", { scope: "col" }, seat.name)))),
    make("tbody", {}, lines.map(([label, values]) => make("tr", { class: label === total ? "total" : null },
      make("th", { scope: "row" }, label), values.map((value) => make("td", {}, number(value))))))));
}

/** Points as the game has them: crowns in Baïlouké, taels in Kim-Bac. */
export function points(view, seat) {
  const score = view.result.scores[seat];
  if (view.game === "bailouke") return make("span", { class: "crowns", role: "img", "aria-label": say("crowns", { count: score }) }, "♛".repeat(score) || "–");
  if (view.game === "kimbac") return make("span", {}, say("taels", { points: score.toLocaleString(language()) }));
  return make("span", {}, say("points", { points: score }));
}
