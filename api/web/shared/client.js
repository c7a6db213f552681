// The API by way of the client that everybody can install (clients/typescript), in the reader's language.
import { language } from "../words/language.js";
import { Http, randomKey, Reader, Refused } from "../ludotheque.js";

export { randomKey as randomText, Refused };

const SENDING = 4;

function http() {
  return new Http("", { language: language() });
}

/** Ask once; the answer is the Response, whatever a 2xx or 304 it is. */
export function ask(path, options = {}) {
  return http().ask(path, { ...options, patience: 0 });
}

export async function read(path, options) {
  return (await ask(path, options)).json();
}

/** Send something that is done once, also when it is repeated for some seconds because an answer was lost. */
export function send(path, body, options = {}) {
  return http().post(path, body, { ...options, patience: SENDING });
}

/** A game as the holder of a token sees it. */
export function reader(path, token) {
  const [, , slug, , id] = path.split("/");
  return new Reader(http(), slug, id, token);
}
