/** Server-Sent Events, and lines, from the body of a response. */
export interface Message {
    id: string;
    event: string;
    data: string;
}
/** The events of a stream; it ends where the stream ends, and throws when nothing arrives for too long. */
export declare function messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, void>;
/** The text of a body, cut at a separator; what is not followed by one is not whole and left out. */
export declare function pieces(body: ReadableStream<Uint8Array>, separator: RegExp): AsyncGenerator<string, void, void>;
