// The places of the table on the page, each for the part that fills it.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";

function panel(name, more = {}) {
  return make("section", { class: `panel ${name}`, ...more });
}

export function tablePlaces() {
  return {
    status: make("div", { class: "standing", role: "status" }),
    time: make("span", { class: "time" }),
    board: make("section", { class: "boardplace", "aria-label": say("board") }),
    menu: make("div", { class: "menu panel", role: "dialog", "aria-labelledby": "menu-title", hidden: true }),
    replay: panel("replay", { hidden: true }),
    join: make("div", {}),
    end: panel("ending", { hidden: true }),
    choices: panel("yours", { hidden: true }),
    recap: panel("since", { hidden: true }),
    players: panel("people"),
    story: panel("history"),
    share: panel("sharing"),
    duties: make("div", { class: "row duties" }),
  };
}

/** The whole table: head, board, and beside it what helps, in the order in which people need it. */
export function laidOut(name, places, { help, reference, settings, byHand }) {
  const { status, time, board, join, end, choices, recap, players, story, share, duties } = places;
  const side = [join, end, help.givenUpPlace, choices, help.guidePlace, recap, players, story, reference, share, settings, byHand, duties];
  return [make("h1", { class: "unseen" }, name),
    make("div", { class: "table" }, make("div", { class: "head panel" }, status, time), board, make("div", { class: "side" }, side))];
}
