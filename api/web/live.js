// News from the table: an event stream, read with fetch so that the token can travel in a header. Where no stream is
// to be had, a waiting read of the view does the same.
import { ask, pause, Refused } from "./client.js";
import { EventReader } from "./sse.js";

const LONGEST_PAUSE = 15000;

export class Live {
  /** `told(event)` gets every event, `moved()` is called when something may have changed. */
  constructor(path, token, { told, moved, wavering }) {
    Object.assign(this, { path, token, told, moved, wavering });
    this.stopping = new AbortController();
  }

  stop() {
    this.stopping.abort();
  }

  /** Follow the table from an event on, until it is over or this page turns to something else. */
  async follow(after, tag) {
    this.after = after;
    this.tag = tag;
    let tired = 500;
    while (!this.stopping.signal.aborted) {
      try {
        const how = await this.once();
        if (how === "over") return;
        this.wavering(null);
        tired = 500;
      } catch (error) {
        if (error.name === "AbortError") return;
        if (error instanceof Refused && [401, 403, 404].includes(error.status)) return this.wavering(error);
        this.wavering(error);
        await pause(Math.max(tired, (error.retryAfter ?? 0) * 1000));
        tired = Math.min(tired * 2, LONGEST_PAUSE);
      }
    }
  }

  async once() {
    if (this.streamless) return this.wait();
    const headers = { Accept: "text/event-stream", "Last-Event-ID": String(this.after) };
    const response = await ask(`${this.path}/events`, { token: this.token, headers, signal: this.stopping.signal });
    if (response.status === 204) {
      this.moved();
      return "over";
    }
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
      response.body?.cancel();
      this.streamless = true;
      return "again";
    }
    return this.listen(response);
  }

  async listen(response) {
    this.wavering(null);
    const reader = new EventReader(response.body);
    for await (const { id, data } of reader.events()) {
      if (id) this.after = Number(id);
      if (!data) continue;
      const event = JSON.parse(data);
      if (event.seq === undefined) continue; // `turn` is no part of the story: the view says whose turn it is
      this.told(event);
      if (event.type === "game_over" || event.type === "game_aborted") return "over";
    }
    return "again";
  }

  async wait() {
    const headers = { Prefer: "wait=20", ...(this.tag ? { "If-None-Match": this.tag } : {}) };
    const response = await ask(this.path, { token: this.token, headers, signal: this.stopping.signal });
    if (response.status === 304) return "again";
    this.tag = response.headers.get("ETag");
    const view = await response.json();
    this.moved();
    return view.status === "finished" || view.status === "aborted" ? "over" : "again";
  }
}
