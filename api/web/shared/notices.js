// Refusals and other news that the reader should see at once.
import { Refused } from "./client.js";
import { fill, make } from "./dom.js";
import { say } from "../words/language.js";

export class Notices {
  /** `readRule(rule)` opens the rule that a refusal names. */
  constructor(place, readRule) {
    Object.assign(this, { place, readRule });
  }

  read(rule) {
    this.clear(); // it would lie over the rule
    this.readRule(rule);
  }

  clear() {
    fill(this.place);
  }

  /** A short answer that needs no decision. */
  tell(title, words) {
    fill(this.place, make("div", { class: "notice plain", "data-problem": "told" },
      make("p", {}, make("b", {}, title)), words ? make("p", {}, words) : null,
      make("button", { type: "button", class: "quiet", onclick: () => this.clear() }, say("close"))));
  }

  /** `retry` is offered where a lost connection is tried again anyway. */
  show(error, retry) {
    const problem = error instanceof Refused ? error.problem : { title: say("problem"), detail: String(error.message ?? error) };
    if (!(error instanceof Refused)) console.error(error);
    const offline = error instanceof Refused && error.status === 0;
    fill(
      this.place,
      make("div", { class: "notice", "data-problem": problem.reason ?? problem.status ?? "" },
        make("p", {}, make("b", {}, offline ? say("offline") : (problem.title ?? say("problem")))),
        problem.detail ? make("p", {}, forPeople(problem.detail)) : null,
        (problem.errors ?? []).map((one) => make("p", { class: "soft" }, `${one.pointer ?? ""} ${one.detail ?? ""}`)),
        make("div", { class: "row" },
          problem.rule
            ? make("button", { type: "button", class: "main", "data-rule": problem.rule, onclick: () => this.read(problem.rule) }, say("read rule"))
            : null,
          offline && retry ? make("button", { type: "button", class: "main", "data-key": "retry", onclick: retry }, say("retry")) : null,
          make("button", { type: "button", class: "quiet", onclick: () => this.clear() }, say("close")))),
    );
  }
}

/** A detail without the request that programs should send next. */
function forPeople(detail) {
  return detail.replace(/ GET …\/.*$/s, "");
}
