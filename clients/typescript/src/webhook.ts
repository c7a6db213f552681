/** A bot that the server calls: signatures are checked, then turns are answered. */
import { BotTurn } from "./turn.js";
import type { BotTurnDocument } from "./types.js";

/** Seconds after which a signed call is not believed any more. */
const OLDEST = 300;
/** Bytes that a call may have. */
const LARGEST = 1 << 20;

export type Answer = (turn: BotTurn) => unknown;

/** What `http.createServer` of Node gives, as far as it is used here. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
}
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** Is this call signed by the server, and fresh? (Standard Webhooks; one of several signatures will do.) */
export async function genuine(secret: string | undefined, headers: Headers, body: Uint8Array<ArrayBuffer>, now = Date.now() / 1000): Promise<boolean> {
  const stamp = headers.get("webhook-timestamp") ?? "";
  if (!secret || !/^\d+$/.test(stamp) || Math.abs(now - Number(stamp)) > OLDEST) return false;
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  const start = new TextEncoder().encode(`${headers.get("webhook-id") ?? ""}.${stamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  for (const signature of (headers.get("webhook-signature") ?? "").split(" ")) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    if (await crypto.subtle.verify("HMAC", key, bytesOf(signature.slice(3)), signed)) return true; // takes the same time for any
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** The answer to a call. The first challenge comes before the secret is known; nothing else is believed until then. */
export async function receive(secret: string | undefined, headers: Headers, body: Uint8Array<ArrayBuffer>, choose: Answer): Promise<Response> {
  if (secret && !(await genuine(secret, headers, body))) return refused(401, "the signature is wrong or old");
  let message: BotTurnDocument | { notice: string; challenge?: string };
  try {
    message = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return refused(400, "this is not JSON");
  }
  if ("notice" in message && message.notice === "challenge") return Response.json({ challenge: message.challenge });
  if (!secret) return refused(401, "the bot does not know its secret yet");
  if ("notice" in message) return Response.json({});
  try {
    return Response.json({ action: await choose(new BotTurn(message)) });
  } catch (error) {
    console.error(`${message.game} ${message.id}: no choice,`, error); // a bot of the server makes this decision
    return refused(500, "no choice");
  }
}

function refused(status: number, detail: string): Response {
  return Response.json({ detail }, { status });
}

/** Answer one of Node's requests as a handler of fetch's would. */
export async function serveNode(request: NodeRequest, response: NodeResponse, handle: (headers: Headers, body: Uint8Array<ArrayBuffer>) => Promise<Response>): Promise<void> {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size <= LARGEST) parts.push(part);
  }
  const answer = size > LARGEST ? refused(413, "the call is too long") : await handle(headers, joined(parts));
  response.writeHead(answer.status, { "Content-Type": "application/json" });
  response.end(await answer.text());
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
