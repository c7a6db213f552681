// Elements are made here, always from text: nothing that a player typed is ever read as markup.

/** make("button", {class: "big", onclick: act}, "Play") */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Put new children into a place, and keep the keyboard's focus where it was when the same control is still there. */
export function fill(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  if (held) place.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

const drawn = new WeakMap();

/**
 * Fill a place only when the facts that its content shows have changed. So news from the table leave alone what the reader
 * is about to click, has opened, typed or selected there. `children` makes the content.
 */
export function fillOnChange(place, facts, children) {
  const now = JSON.stringify(facts);
  if (drawn.get(place) === now) return;
  drawn.set(place, now);
  fill(place, children());
}

/** Text in which `code` is set apart; what has one of the `names` is called by it. */
export function marked(text, names = {}) {
  return text.split("`").map((part, index) => (index % 2 ? make(part in names ? "i" : "code", {}, names[part] ?? part) : part));
}

/** A button that asks once more before it does something that cannot be undone. */
export function carefulButton(label, question, act) {
  let sure = false;
  const button = make("button", { type: "button", class: "quiet", "data-key": label }, label);
  button.addEventListener("click", () => {
    if (sure) return act();
    sure = true;
    button.textContent = question;
    button.classList.add("warning");
    setTimeout(() => {
      sure = false;
      button.textContent = label;
      button.classList.remove("warning");
    }, 4000);
  });
  return button;
}

const SETTLING = 400;

/** For a moment after something has appeared clicks on it do nothing: they were meant for what stood there before. */
export function settle(place) {
  place.classList.add("fresh");
  clearTimeout(settling.get(place));
  settling.set(place, setTimeout(() => place.classList.remove("fresh"), SETTLING));
}

const settling = new WeakMap();
