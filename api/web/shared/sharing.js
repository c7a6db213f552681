// Links to hand out. Whatever is secret in them stands behind the #, which browsers never send to a server.
import { make } from "./dom.js";
import { say } from "../words/language.js";
import { qrCode } from "./qr.js";

/** What can be shared, as pairs of a label and a link: one to play, one to watch. */
export function linksTo(view, keys) {
  const base = `${location.origin}/#/${view.game}/${view.id}`;
  const free = view.status === "open" || view.seats.some((seat) => seat.kind === "open");
  const shown = `${location.origin}/table/${view.game}/${view.id}`; // a link without # has a preview where it is sent
  const links = [];
  if (free && (!view.private || keys.invite)) links.push(["share.seat", view.private ? `${base}/invite/${keys.invite}` : shown]);
  if (!view.private) links.push(["share.watch", free ? `${shown}#/${view.game}/${view.id}/watch` : shown]);
  else if (keys.spectator) links.push(["share.watch", `${base}/watch/${keys.spectator}`]);
  return links;
}

export function shareLinks(links) {
  return links.length ? [make("h2", {}, say("share")), links.map(([label, link]) => line(label, link))] : [];
}

function line(label, link) {
  const input = make("input", { type: "text", readonly: true, value: link, "aria-label": say(label), "data-link": label });
  input.addEventListener("focus", () => input.select());
  const button = make("button", { type: "button", class: "quiet" }, say("copy"));
  button.addEventListener("click", async () => {
    input.select();
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    button.textContent = say("copied");
  });
  const code = qrCode(link);
  code?.setAttribute("aria-label", say("qr of", { link: say(label) }));
  return make("div", { class: "share", "data-share": label }, make("label", {}, say(label)), make("div", { class: "row" }, input, button),
    make("small", {}, say(`${label}.note`)),
    code ? make("details", {}, make("summary", {}, say("qr")), code) : null);
}
