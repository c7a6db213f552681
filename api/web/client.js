// One way to the API: language, token, problems.
import { language } from "./language.js";

/** An answer that is not a success: an RFC 9457 document, or no answer at all (status 0). */
export class Refused extends Error {
  constructor(problem, retryAfter = 0) {
    super(problem.detail ?? problem.title ?? "");
    this.problem = problem;
    this.status = problem.status ?? 0;
    this.retryAfter = retryAfter;
  }
}

/** Ask the API; the answer is the Response, whatever a 2xx or 304 it is. */
export async function ask(path, { method = "GET", token, body, headers = {}, signal } = {}) {
  const sent = { "Accept-Language": language(), ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method, headers: sent, signal, cache: "no-store", body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ status: 0, title: "offline" });
  }
  if (response.ok || response.status === 304) return response;
  const problem = await response.json().catch(() => ({ title: response.statusText }));
  throw new Refused({ ...problem, status: response.status }, Number(response.headers.get("Retry-After") ?? 0));
}

export async function read(path, options) {
  return (await ask(path, options)).json();
}

/** Send something once: repeated after a lost answer, the same key makes sure that it is never done twice. */
export async function send(path, body, options = {}) {
  const headers = { "Idempotency-Key": randomText(), ...options.headers };
  const wish = { method: "POST", body, ...options, headers };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read(path, wish);
    } catch (error) {
      const lost = error instanceof Refused && (error.status === 0 || error.status === 503);
      if (!lost || attempt === 2) throw error;
      await pause(500 * (attempt + 1));
    }
  }
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export function randomText() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
