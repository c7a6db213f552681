// Server-Sent Events from the body of an answer.

export class EventReader {
  constructor(body) {
    this.reader = body.pipeThrough(new TextDecoderStream()).getReader();
    this.rest = "";
  }

  async *events() {
    for (;;) {
      const { value, done } = await this.reader.read();
      if (done) return;
      const blocks = (this.rest + value).split(/\r?\n\r?\n/);
      this.rest = blocks.pop();
      for (const block of blocks) yield parsed(block);
    }
  }
}

function parsed(block) {
  const event = { id: "", data: "" };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // a comment, such as the heartbeat
    const field = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") event.data += (event.data ? "\n" : "") + value;
    else if (field === "id") event.id = value;
  }
  return event;
}
