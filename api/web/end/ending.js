// The result, and the proof that the dice were not touched.
import { breakdown, points } from "./breakdown.js";
import { ask } from "../shared/client.js";
import { fill, make } from "../shared/dom.js";
import { listed, say } from "../words/language.js";
import { commitmentOf } from "../ludotheque.js";

/** Who won, with ranks and points. */
export function resultPanel(view, sheet) {
  const { result, seats } = view;
  if (!result) return [make("h2", {}, say("aborted")), seats.filter((seat) => seat.resigned).map(({ name }) => make("p", {}, say("opponent gone", { name })))];
  const names = result.winners.map((seat) => seats[seat].name);
  return [
    make("h2", {}, say("result")),
    gaveUp(seats, result) ?? make("p", { class: "winner" }, names.length ? say("winner", { names: listed(names) }) : say("nobody won")),
    make("p", { class: "soft" }, say("reason", { reason: sheet.reasons.find((one) => one.id === result.reason)?.name ?? result.reason })),
    make("ol", { class: "ranking" }, result.ranking.flatMap((group, place) => {
      const rank = 1 + result.ranking.slice(0, place).flat().length;
      return group.map((seat) => make("li", { class: result.winners.includes(seat) ? "won" : null },
        make("span", { class: "number" }, say("rank", { rank })), make("b", {}, seats[seat].name),
        seats[seat].resigned ? make("small", {}, say("resigned")) : null,
        seat in result.scores ? points(view, seat) : null));
    })),
    breakdown(view, sheet),
  ];
}

/** In a game of two that ended because one gave up, the other has won. */
function gaveUp(seats, { reason, winners: [winner] }) {
  if (reason !== "resigned") return null;
  return make("p", { class: "winner" }, say("gave up", { loser: seats[1 - winner].name, winner: seats[winner].name }));
}

/** The promise, the seed, and whether the one fits the other: checked here, in the page. */
export function dicePanel(view, keys, token) {
  const verdict = make("p", { role: "status" });
  const path = `/v1/${view.game}/games/${view.id}/replay`;
  checked(view).then((good) => {
    verdict.dataset.fair = String(good);
    verdict.className = good === false ? "verdict bad" : "verdict";
    const first = keys.commitment === undefined ? null : say(keys.commitment === view.commitment ? "dice.first" : "dice.other");
    fill(verdict, good === null ? say("dice.unable") : `${good ? "✓" : "✗"} ${say(good ? "dice.good" : "dice.bad")}`, first ? ` ${first}` : null);
  });
  return make("details", { class: "dice" },
    make("summary", {}, say("dice")), verdict,
    make("dl", {}, make("dt", {}, say("dice.commitment")), make("dd", {}, make("code", {}, view.commitment)),
      make("dt", {}, say("dice.seed")), make("dd", {}, make("code", {}, view.seed))),
    make("a", { href: path, download: `${view.game}-${view.id}.json`, onclick: view.private ? (event) => download(event, path, token) : null }, say("dice.replay")));
}

async function checked(view) {
  if (!globalThis.crypto?.subtle) return null;
  return view.commitment === (await commitmentOf(view.seed));
}

/** A link cannot send a token: a private game's replay is fetched first. */
async function download(event, path, token) {
  event.preventDefault();
  const link = event.currentTarget;
  const content = await (await ask(path, { token })).blob();
  const copy = make("a", { href: URL.createObjectURL(content), download: link.download });
  copy.click();
  URL.revokeObjectURL(copy.href);
}
