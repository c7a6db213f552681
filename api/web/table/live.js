// News from the table, as long as it is shown.
import { reader } from "../shared/client.js";

const LAST = ["game_over", "game_aborted"];
const PAUSE = 1500;

export class Live {
  /** `told(event)` gets every event, `moved()` is called when there is none for what may have changed. */
  constructor(path, token, { told, moved, wavering }) {
    Object.assign(this, { path, token, told, moved, wavering });
    this.stopping = new AbortController();
  }

  stop() {
    this.stopping.abort();
  }

  /** Follow the table from an event on, until it is over or this page turns to something else. */
  async follow(after) {
    const { signal } = this.stopping;
    this.after = after;
    while (!signal.aborted) {
      try {
        return await this.listen(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        this.wavering(error);
        if ([401, 403, 404].includes(error.status)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, PAUSE)); // a fault of the server: it may pass
      }
    }
    return undefined;
  }

  async listen(signal) {
    const following = { after: this.after, signal, patience: Infinity, onTrouble: (error) => this.wavering(error) };
    for await (const event of reader(this.path, this.token).events(following)) {
      this.after = event.seq;
      this.told(event);
      if (LAST.includes(event.type)) return;
    }
    this.moved();
  }
}
