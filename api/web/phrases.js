// Actions in words: the sentences come from the game's sheet, with the parameters in braces.
import { language, listed } from "./language.js";

/** "Give card 17 to Ana" for {"type": "give", "card": 17, "seat": 0}. */
export function inWords(action, sheet, players) {
  const phrase = sheet.phrases?.[action.type];
  if (!phrase) return [action.type.replaceAll("_", " "), ...parameters(action).map(([, value]) => shown(value, sheet))].join(" ");
  const special = phrase.when.find((one) => JSON.stringify(action[one.field] ?? null) === JSON.stringify(one.is));
  const text = (special ?? phrase).sentence;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, field, form) => filled(action[field], form ?? "", sheet, players));
}

/** A value in the form that its gap asks for: `player`, `of`, `the`, `to`, `card`, `as value`, `n one|many`, `list`, `then`. */
function filled(value, form, sheet, players) {
  const [kind, rest] = form.includes(" ") ? [form.slice(0, form.indexOf(" ")), form.slice(form.indexOf(" ") + 1)] : [form, ""];
  if (kind === "player") return byName(value, players);
  if (kind === "of" && typeof value === "number") return ofPlayer(players[value] ?? String(value));
  if (kind === "card") return `#${value}`;
  if (kind === "as") return sheet.names[`${rest}_${value}`] ?? String(value);
  if (kind === "n") return counted(value, rest);
  if (kind === "list") return shown(value, sheet);
  if (Array.isArray(value)) {
    const items = value.map((item) => filled(item, kind === "then" ? "" : kind, sheet, players));
    return form.endsWith("then") ? items.join(language() === "fr" ? ", puis " : ", then ") : listed(items);
  }
  return sheet.names[`${value}:${kind}`] ?? shown(value, sheet);
}

function counted(count, forms) {
  const [one, many] = forms.split("|");
  const plural = language() === "fr" ? count >= 2 : count !== 1;
  return `${count} ${plural ? many : one}`;
}

/** « d'Annie », « de Bernard »; the same rule as engines/kernel/words/french.py. */
function ofPlayer(name) {
  if (language() !== "fr") return name;
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return /^([aeiouœæ]|y[^aeiou]|h[eiouy])/.test(plain) ? `d'${name}` : `de ${name}`;
}

export function parameters(action) {
  return Object.entries(action).filter(([name]) => name !== "type");
}

/** A piece by its name, lists item by item. */
export function shown(value, sheet) {
  if (Array.isArray(value)) return value.map((item) => shown(item, sheet)).join(", ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value).map(([key, item]) => `${shown(key, sheet)} ${shown(item, sheet)}`).join(", ");
  }
  return sheet.names[String(value)] ?? String(value);
}

function byName(value, players) {
  return Array.isArray(value) ? value.map((seat) => players[seat]).join(", ") : (players[value] ?? String(value));
}
