// How to play: half a page with pictures for people who do not know the game, and advice at the table for the first turns.
import { fillOnChange, make } from "../shared/dom.js";
import { language, say } from "../words/language.js";

const DISMISSED = "ludotheque.guide.";
const PLAYED = "ludotheque.played.";
const DEALS = ["bailouke", "kimbac"]; // where a round begins with a new deal, which French calls another word

/** The address of a picture of a game: at its `start`, in the `middle` or at its `end`. */
export function pictureOf(slug, moment) {
  return `/web/pictures/${language()}/${slug}-${moment}.svg`;
}

export function figure(slug, moment) {
  const caption = say(`picture.${moment}`);
  return make("figure", {}, make("img", { src: pictureOf(slug, moment), alt: caption, loading: "lazy" }), make("figcaption", {}, caption));
}

/** Has this browser finished a game of this kind before? */
export function isFirstGame(slug) {
  return localStorage.getItem(PLAYED + slug) === null;
}

export function rememberGame(slug) {
  localStorage.setItem(PLAYED + slug, "yes");
}

/** Goal, a turn, the end. */
export function howToPlay(sheet) {
  const { goal, turn, end } = sheet.guide;
  return [
    make("h3", {}, say("guide.goal")), make("p", {}, goal),
    make("div", { class: "figures" }, figure(sheet.slug, "start"), figure(sheet.slug, "middle")),
    make("h3", {}, say("guide.turn")), make("ol", { class: "steps" }, turn.map((step) => make("li", {}, step))),
    make("h3", {}, say("guide.end")), make("p", {}, end),
  ];
}

/** At the table: the goal and the round; in a first game also advice that follows the phase. */
export class TableGuide {
  constructor(place, sheet) {
    Object.assign(this, { place, sheet });
    this.seen = new Set();
  }

  show(view) {
    const running = view.status === "running" && view.position !== null;
    this.place.hidden = !running;
    if (!running) {
      if (view.status === "finished" && view.you !== null) rememberGame(this.sheet.slug);
      return;
    }
    const step = this.step(view);
    fillOnChange(this.place, [view.position.round, step, this.dismissed, language()], () => [
      make("p", { class: "goal" }, make("b", {}, `${say("guide.goal")} `), this.sheet.guide.goal),
      this.round(view.position),
      step < 0 ? null : this.advice(step),
    ]);
  }

  round({ round, options }) {
    if (!round) return null;
    const words = options.rounds ? "round of" : DEALS.includes(this.sheet.slug) ? "round" : "round of turns";
    return make("small", { class: "round" }, say(words, { round, rounds: options.rounds }));
  }

  /** The advice for this moment: the last one stays while others play; -1 for none. */
  step(view) {
    if (this.dismissed || view.you === null || localStorage.getItem(DISMISSED + this.sheet.slug) || !isFirstGame(this.sheet.slug)) return -1;
    const fitting = this.sheet.guide.first_turns.findIndex((one) => one.phases.includes(view.phase));
    if (fitting >= 0 && view.to_act.includes(view.you)) this.latest = fitting;
    return this.latest ?? 0;
  }

  advice(step) {
    const { first_turns: steps } = this.sheet.guide;
    return make("div", { class: "advice", "data-step": step },
      make("h2", {}, say("guide.first"), make("small", {}, say("guide.step", { step: step + 1, all: steps.length }))),
      make("p", {}, steps[step].text),
      make("button", {
        type: "button", class: "quiet", "data-key": "dismiss guide",
        onclick: () => {
          localStorage.setItem(DISMISSED + this.sheet.slug, "yes");
          this.dismissed = true;
          this.place.querySelector(".advice")?.remove();
        },
      }, say("guide.dismiss")));
  }
}
