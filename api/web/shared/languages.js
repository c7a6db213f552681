// The buttons that switch the language of a page.
import { choose, language, LANGUAGES, say } from "../words/language.js";
import { make } from "./dom.js";

/** A group of buttons; each chooses its language and then calls `redraw`. */
export function languageSwitch(redraw) {
  const button = (tag) => make("button", {
    type: "button", class: "quiet", lang: tag, "aria-pressed": String(tag === language()), "data-key": `language ${tag}`,
    onclick: () => {
      choose(tag);
      redraw();
    },
  }, tag.toUpperCase());
  return make("span", { role: "group", "aria-label": say("language") }, LANGUAGES.map(button));
}
