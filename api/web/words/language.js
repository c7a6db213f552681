// The page's own words. The words of the games come from the API, in the language that it is asked for.
import { WORDS as en } from "./en.js";
import { WORDS as fr } from "./fr.js";

const WORDS = { en, fr };
const KEY = "ludotheque.language";

export const LANGUAGES = Object.keys(WORDS);

export function language() {
  const chosen = localStorage.getItem(KEY) ?? navigator.language.slice(0, 2);
  return LANGUAGES.includes(chosen) ? chosen : "en";
}

export function choose(tag) {
  localStorage.setItem(KEY, tag);
}

/** The text for a key, with its {values} filled in. */
export function say(key, values = {}) {
  const text = WORDS[language()][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** A name for something that may not be in the page's words, such as an option of a new game. */
export function called(kind, id) {
  return WORDS[language()][`${kind}.${id}`] ?? String(id).replaceAll("_", " ");
}

/** A list as people say it: "Ana, Bo and Cleo". */
export function listed(items) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(items);
}

/** A stretch of time as people say it: its two largest units. */
export function spelled(seconds) {
  const units = [["time.day", 86400], ["time.hour", 3600], ["time.minute", 60], ["time.second", 1]];
  const first = units.findIndex(([, size]) => seconds >= size);
  if (first < 0) return say("time.second", { count: 0 });
  const [[large, size], small] = units.slice(first);
  const rest = small ? Math.floor((seconds % size) / small[1]) : 0;
  return [say(large, { count: Math.floor(seconds / size) }), rest ? say(small[0], { count: rest }) : ""].filter(Boolean).join(" ");
}

/** How long ago a moment was: "3 minutes ago". */
export function ago(moment) {
  const seconds = Math.max(0, (Date.now() - new Date(moment)) / 1000);
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, length]) => seconds >= length) ?? ["second", 1];
  return unit === "second" ? say("just now") : new Intl.RelativeTimeFormat(language()).format(-Math.floor(seconds / size), unit);
}
