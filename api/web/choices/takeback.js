// One's own last action can be taken back while it has shown nobody anything and nobody has acted since.
import { fill, make } from "../shared/dom.js";
import { isFinal } from "../board/hints.js";
import { say } from "../words/language.js";

/** Events of dice and shuffles, behind which nothing is offered; what else shows something is in the sheet. */
const DRAWN = ["wind_rolled", "cave_rolled", "first_roll", "chest_shaken", "turn_void", "zone_shuffled", "game_over"];

export class Takeback {
  /** `takeBack(version)` asks the API; the sheet says what can be taken back. */
  constructor(sheet, takeBack) {
    Object.assign(this, { sheet, takeBack });
    this.element = make("span", { class: "takeback" });
  }

  /** The answer to an own action. */
  acted(action, answer) {
    const shown = answer.events.some((event) => "dice" in event || DRAWN.includes(event.type) || this.sheet.revealing.includes(event.type));
    const hunting = action.type === "move_pawn" && answer.view.phase.startsWith("hunt"); // each step shows whether the treasure is there
    this.version = shown || hunting || isFinal(this.sheet, action, answer.view) ? undefined : answer.version;
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
