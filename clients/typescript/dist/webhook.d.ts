/** A bot that the server calls: signatures are checked, then turns are answered. */
import { BotTurn } from "./turn.js";
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
export declare function genuine(secret: string | undefined, headers: Headers, body: Uint8Array<ArrayBuffer>, now?: number): Promise<boolean>;
/** The answer to a call. The first challenge comes before the secret is known; nothing else is believed until then. */
export declare function receive(secret: string | undefined, headers: Headers, body: Uint8Array<ArrayBuffer>, choose: Answer): Promise<Response>;
/** Answer one of Node's requests as a handler of fetch's would. */
export declare function serveNode(request: NodeRequest, response: NodeResponse, handle: (headers: Headers, body: Uint8Array<ArrayBuffer>) => Promise<Response>): Promise<void>;
