// The options of a game as form fields; what is left at its default is not sent.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";

export function optionFields(sheet) {
  const controls = Object.entries(sheet.options).map(([name, option]) => [name, control(name, option, sheet)]).filter(([, one]) => one);
  controls.forEach(([, one]) => one.addEventListener("change", () => Object.assign(one.dataset, { chosen: "true" })));
  return {
    fields: controls.map(([name, one]) => make("label", {}, sheet.options[name].label, one, sheet.options[name].help ? make("small", {}, sheet.options[name].help) : null)),
    /** What is set for a first game, in words; empty when nothing is. */
    helps: Object.values(sheet.options).filter(({ first_game: first, default: usual }) => first !== null && first !== usual)
      .map((option) => (option.type === "bool" ? option.label : say("option.set", { option: option.label, value: worded(option.first_game, option) }))).join(" · "),
    /** Preselect what suits a first game, or a table of people only, unless the reader has chosen something else. */
    suggest: (people, first) => controls.forEach(([name, one]) => {
      const { people: amongPeople, first_game: atFirst } = sheet.options[name];
      if (one.dataset.chosen || (amongPeople === null && atFirst === null)) return;
      const preset = first && atFirst !== null ? atFirst : people ? amongPeople : null;
      one.value = preset === null ? "" : JSON.stringify(preset);
    }),
    chosen: () => Object.fromEntries(controls.filter(([, one]) => one.value !== "").map(([name, one]) => [name, JSON.parse(one.value)])),
  };
}

function control(name, option, sheet) {
  const usual = option.default;
  if (option.type === "int") {
    return make("input", { type: "number", name, min: option.min, max: option.max, placeholder: option.labels[usual] ?? usual });
  }
  const values = {
    bool: [true, false],
    enum: option.values ?? [],
    seat_or_null: Array.from({ length: sheet.seats_max }, (_, seat) => seat),
  }[option.type];
  if (!values) return null; // a list, such as the order of colours, is left to people who write JSON
  return make("select", { name },
    make("option", { value: "" }, usual === null ? (option.labels.null ?? say("option.drawn")) : say("option.default", { value: worded(usual, option) })),
    values.map((value) => make("option", { value: JSON.stringify(value) }, worded(value, option))));
}

function worded(value, option) {
  if (option.type === "seat_or_null") return say("seat", { number: value + 1 });
  return option.labels[String(value)] ?? String(value);
}
