// An action typed by hand: for people who try the API out. What the rules refuse, they refuse here too.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";

export class ByHand {
  constructor(act) {
    const input = make("textarea", { name: "action", rows: 2, spellcheck: "false", "aria-label": say("by hand"), placeholder: '{"type": "…"}' });
    const submit = (event) => {
      event.preventDefault();
      try {
        const action = JSON.parse(input.value);
        input.setCustomValidity("");
        act(action);
      } catch {
        input.setCustomValidity(say("by hand.bad"));
        input.reportValidity();
      }
    };
    input.addEventListener("input", () => input.setCustomValidity(""));
    this.element = make("details", { class: "byhand" }, make("summary", {}, say("by hand")),
      make("form", { onsubmit: submit }, input, make("button", { class: "quiet" }, say("by hand.send"))));
  }
}
