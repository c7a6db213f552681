// The newest view and picture of a table, with as few requests as possible: one view and one picture for a burst of events.
import { ask, read, Refused } from "../shared/client.js";

const QUIET = 150; // milliseconds without an event after which a burst counts as over
const LATEST = 600; // an event so many after the last refresh begins a burst, and is fetched at once
const PATIENCE = 5; // so many views in a row may be history before one is shown all the same

export class Updates {
  /** `shown(view, picture)` gets what is new, `wavering(error)` what went wrong in the background. */
  constructor(path, token, { shown, wavering }) {
    Object.assign(this, { path, token, shown, wavering });
    this.looking = `${path}?include=actions`; // one request for the view and, with a seat, its legal actions
    this.newest = 0;
    this.last = 0; // when a refresh ended
  }

  stop() {
    this.stopped = true;
    this.stopTimer();
  }

  /** An event of a version has been told: fetch it at once, or when its burst is over. */
  told(version) {
    if (version <= Math.max(this.view?.version ?? 0, this.newest)) return;
    this.newest = version;
    if (this.held || this.refreshing || this.timer) return; // what is under way looks for the newest version itself
    const refresh = () => this.refresh().catch(this.wavering);
    if (this.last + LATEST < Date.now()) refresh();
    else this.timer = setTimeout(refresh, QUIET);
  }

  /** Fetch nothing in the background until an own action is answered. */
  hold() {
    this.held = true;
    this.stopTimer();
  }

  stopTimer() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Bring the page up to date; done when nothing newer is known. Calls that come meanwhile share the same work. */
  refresh(given) {
    this.stopTimer();
    this.held = false;
    if (given) this.given = given;
    this.newest = Math.max(this.newest, given?.version ?? 0);
    this.dirty = true;
    this.refreshing ??= this.bringUpToDate().finally(() => {
      this.refreshing = null;
      this.last = Date.now();
    });
    return this.refreshing;
  }

  async bringUpToDate() {
    while (this.dirty && !this.stopped) {
      this.dirty = false;
      await this.gather(await this.newestView());
    }
  }

  /** The view that an own action brought, unless the table has moved on since. */
  async newestView() {
    const { given, newest } = this;
    this.given = undefined;
    if (given && given.version >= newest) return given;
    const view = await read(this.looking, { token: this.token });
    if (view.version < newest && newest === this.newest) this.newest = view.version; // a store that lost a version is right
    return view;
  }

  async gather(view) {
    const picture = view.position ? await this.pictureOf(view.version) : undefined;
    if (this.stopped) return;
    if (view.version < this.newest) this.dirty = true; // the table has moved on meanwhile: what was read is history
    this.stale = this.dirty ? (this.stale ?? 0) + 1 : 0;
    if (this.stale && this.stale < PATIENCE && this.view) return this.stale > 2 ? pause(QUIET) : undefined;
    this.view = view;
    this.shown(view, picture);
    return undefined;
  }

  /** The picture of a version, asked for once. */
  async pictureOf(version) {
    if (this.picture?.version !== version) this.picture = { version, text: await pictureAt(this.path, this.token) };
    return this.picture.text;
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The board as it is, or as it was at a version; null where there is no picture. */
export async function pictureAt(path, token, signal, at) {
  try {
    return await (await ask(`${path}/board.svg${at ? `?at=${at}` : ""}`, { token, signal })).text();
  } catch (error) {
    if (error instanceof Refused && [404, 409].includes(error.status)) return null;
    throw error;
  }
}
