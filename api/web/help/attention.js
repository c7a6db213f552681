// Calls the reader back to a table in a hidden tab: the title, the icon of the tab and, when allowed, a notification.
import { make } from "../shared/dom.js";
import { say } from "../words/language.js";

const icon = () => document.querySelector("link[rel=icon]");
const plain = icon()?.href;
const MARKED = plain?.replace("%3C/svg%3E", "%3Ccircle cx='12.5' cy='3.5' r='3.5' fill='%23e01b24' stroke='white'/%3E%3C/svg%3E");

export class Attention {
  constructor(name) {
    this.name = name;
  }

  /** Mark the tab while it is the reader's turn; tell of a turn, or of the start, that came while the tab was hidden. */
  show(view) {
    const mine = view.to_act.includes(view.you);
    document.title = `${mine ? `● ${say("your turn")} · ` : ""}${this.name} · ${say("brand")}`;
    if (plain) icon().href = mine ? MARKED : plain;
    const news = mine ? `turn ${view.decision}` : view.status;
    if (this.news !== undefined && news !== this.news && document.hidden && (mine || view.status !== "running")) this.notify(mine ? "your turn" : view.status === "finished" ? "over" : "brand");
    this.news = news;
  }

  notify(key) {
    if (globalThis.Notification?.permission !== "granted") return;
    try {
      const shown = new Notification(this.name, { body: say(key), tag: "ludotheque" });
      shown.onclick = () => globalThis.focus();
    } catch {
      // some phones allow notifications only from a service worker: the title and the icon remain
    }
  }

  close() {
    if (plain) icon().href = plain;
  }
}

/** A button that asks for permission; nothing where the browser has none to give, or the answer is known. */
export function askButton() {
  if (globalThis.Notification?.permission !== "default") return null;
  const button = make("button", { type: "button", class: "quiet", "data-key": "notify" }, say("notify me"));
  button.addEventListener("click", async () => {
    await Notification.requestPermission();
    button.remove();
  });
  return button;
}
