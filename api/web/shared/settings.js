// What the reader prefers at every table. It is kept in this browser.
import { make } from "./dom.js";
import { say } from "../words/language.js";

const KEY = "ludotheque.settings";
const USUAL = { motion: true, ask: true, sound: false };
const still = matchMedia("(prefers-reduced-motion: reduce)");

function stored() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return USUAL;
  }
}

export function setting(name) {
  return stored()[name];
}

export function set(name, value) {
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: value }));
  window.dispatchEvent(new CustomEvent("setting-changed", { detail: name }));
}

/** Do pieces move? Never for a reader whose system asks for less motion. */
export function moves() {
  return setting("motion") && !still.matches;
}

export function settingsPanel() {
  return make("details", { class: "settings" }, make("summary", {}, say("settings")), Object.keys(USUAL).map((name) => {
    const box = make("input", { type: "checkbox", name: `setting-${name}`, checked: setting(name) });
    box.addEventListener("change", () => set(name, box.checked));
    window.addEventListener("setting-changed", () => {
      box.checked = setting(name);
    });
    return make("label", { class: "check" }, box, say(`settings.${name}`));
  }));
}
