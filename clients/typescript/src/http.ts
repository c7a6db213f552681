/** Requests that are repeated after lost connections, restarts and rate limits, without being done twice. */
import { Refused, Unreachable } from "./refused.js";
import type { Problem } from "./types.js";

export interface Settings {
  /** `fr` or `en`: sentences, rules and problems come in this language. */
  language?: string;
  /** For how many seconds a request is repeated while the server is away; 60 unless given. */
  patience?: number;
  /** Another `fetch`. */
  fetch?: typeof fetch;
  /** Called with what went wrong before a request is repeated, and with null once an answer is there again. */
  onTrouble?: (trouble: Refused | null) => void;
}

export interface Ask {
  method?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The server may hold the answer for so many seconds. */
  wait?: number;
  /** The body is read as it comes. */
  stream?: boolean;
  /** For how many seconds it is repeated; 0 = never. */
  patience?: number | undefined;
  onTrouble?: ((trouble: Refused | null) => void) | undefined;
}

const ANSWER_SECONDS = 30;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2000;

export class Http {
  readonly url: string;
  readonly settings: Settings;

  constructor(url: string, settings: Settings = {}) {
    this.url = url.replace(/\/+$/, "");
    this.settings = settings;
  }

  /** A response with a status of 2xx or 304; anything else is thrown as `Refused`. */
  async ask(path: string, options: Ask = {}): Promise<Response> {
    const { patience = this.settings.patience ?? 60, onTrouble = this.settings.onTrouble } = options;
    const headers = this.headers(options);
    let since = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const response = await this.once(path, options, headers);
        if (attempt) onTrouble?.(null);
        return response;
      } catch (error) {
        const pause = pauseAfter(error, attempt);
        since ||= Date.now();
        if (pause === null || Date.now() + pause > since + patience * 1000) throw error;
        onTrouble?.(error as Refused);
        await sleep(pause, options.signal);
      }
    }
  }

  async json<T>(path: string, options: Ask = {}): Promise<T> {
    return (await this.ask(path, options)).json() as Promise<T>;
  }

  /** Send something that must not be done twice: all attempts carry the same key. */
  post<T>(path: string, body: unknown, options: Ask = {}): Promise<T> {
    const headers = { "Idempotency-Key": randomKey(), ...options.headers };
    return this.json(path, { method: "POST", ...options, body, headers });
  }

  private headers({ token, body, headers, wait }: Ask): Record<string, string> {
    const sent: Record<string, string> = {};
    if (this.settings.language) sent["Accept-Language"] = this.settings.language;
    if (token) sent["Authorization"] = `Bearer ${token}`;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    if (wait) sent["Prefer"] = `wait=${wait}`;
    return { ...sent, ...headers };
  }

  private async once(path: string, options: Ask, headers: Record<string, string>): Promise<Response> {
    const { method = "GET", body, signal, wait = 0, stream = false } = options;
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error("no answer in time")), (wait + ANSWER_SECONDS) * 1000);
    const stopped = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    const init: RequestInit = { method, headers, signal: stopped, cache: "no-store" };
    if (body !== undefined) init.body = JSON.stringify(body);
    try {
      const response = await (this.settings.fetch ?? fetch)(this.url + path, init);
      if (!response.ok && response.status !== 304) throw await refusal(response);
      return stream ? response : await whole(response);
    } catch (error) {
      if (error instanceof Refused) throw error;
      signal?.throwIfAborted();
      throw new Unreachable(late.signal.aborted ? late.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The response with all of its body: one that breaks off is a lost connection like any other. */
async function whole(response: Response): Promise<Response> {
  const content = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(content.byteLength ? content : null, { status, statusText, headers });
}

async function refusal(response: Response): Promise<Refused> {
  const problem = (await response.json().catch(() => ({ title: response.statusText }))) as Partial<Problem>;
  return new Refused({ ...problem, status: response.status }, Number(response.headers.get("Retry-After")) || 0);
}

/** How many milliseconds to wait before the request is repeated; null: it is not, the answer is final. */
function pauseAfter(error: unknown, attempt: number): number | null {
  if (!(error instanceof Refused) || ![0, 429, 502, 503, 504].includes(error.status)) return null;
  const pause = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
  return Math.max(pause, error.retryAfter * 1000);
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

/** 128 random bits, as text. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
