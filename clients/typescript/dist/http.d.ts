/** Requests that are repeated after lost connections, restarts and rate limits, without being done twice. */
import { Refused } from "./refused.js";
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
export declare class Http {
    readonly url: string;
    readonly settings: Settings;
    constructor(url: string, settings?: Settings);
    /** A response with a status of 2xx or 304; anything else is thrown as `Refused`. */
    ask(path: string, options?: Ask): Promise<Response>;
    json<T>(path: string, options?: Ask): Promise<T>;
    /** Send something that must not be done twice: all attempts carry the same key. */
    post<T>(path: string, body: unknown, options?: Ask): Promise<T>;
    private headers;
    private once;
}
export declare function sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
/** 128 random bits, as text. */
export declare function randomKey(): string;
