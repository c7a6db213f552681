// One's own last action can be taken back while it has shown nobody anything and nobody has acted since.
import { fill, make } from "./dom.js";
import { say } from "./language.js";

/** Events that show somebody something: after them the API refuses. */
const SHOWING = [
  "step_revealed", "tile_turned", "tile_revealed", "tile_seen", "wind_rolled", "card_seen", "card_drawn", "card_played", "cards_revealed", "cards_passed",
  "card_discarded", "discard_failed", "round_ended", "cave_rolled", "first_roll", "chest_shaken", "turn_void", "zone_shuffled", "game_over",
];

export class Takeback {
  /** `takeBack(version)` asks the API. */
  constructor(takeBack) {
    this.takeBack = takeBack;
    this.element = make("span", { class: "takeback" });
  }

  /** The answer to an own action. */
  acted(answer) {
    const final = answer.events.some((event) => "dice" in event || SHOWING.includes(event.type) || event.type === "action_taken_back");
    this.version = final || !answer.events.length ? undefined : answer.version;
  }

  /** Offered as long as the view is still the one that the action made. */
  show(view) {
    const offered = this.version !== undefined && view.version === this.version && view.status === "running";
    fill(this.element, offered ? make("button", { type: "button", class: "quiet", "data-key": "takeback", onclick: () => this.ask() }, say("take back move")) : null);
  }

  ask() {
    const { version } = this;
    this.version = undefined;
    this.takeBack(version);
  }
}
