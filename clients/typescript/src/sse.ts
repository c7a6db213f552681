/** Server-Sent Events, and lines, from the body of a response. */

export interface Message {
  id: string;
  event: string;
  data: string;
}

const SILENCE = 45_000; // the server sends a heartbeat every 15 seconds

/** The events of a stream; it ends where the stream ends, and throws when nothing arrives for too long. */
export async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, void> {
  for await (const block of pieces(body, /\r?\n\r?\n/)) yield parsed(block);
}

/** The text of a body, cut at a separator; what is not followed by one is not whole and left out. */
export async function* pieces(body: ReadableStream<Uint8Array>, separator: RegExp): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await inTime(reader.read());
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(separator);
      rest = blocks.pop() ?? "";
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the stream is silent")), SILENCE);
  });
  return Promise.race([reading, silence]).finally(() => clearTimeout(timer));
}

function parsed(block: string): Message {
  const message: Message = { id: "", event: "message", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // a comment, such as the heartbeat
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") message.data += (message.data ? "\n" : "") + value;
    else if (field === "id" || field === "event") message[field] = value;
  }
  return message;
}
