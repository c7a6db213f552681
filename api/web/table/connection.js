// The connection of a table: news as long as it lasts; while it is lost nothing can be chosen, and it is tried again.
import { Refused } from "../shared/client.js";
import { Live } from "./live.js";

export class Connection {
  /** `table` has the path, the token, the story, the updates and the notices; `refused(error)` gets a token that no longer opens it. */
  constructor(table, refused) {
    Object.assign(this, { table, refused });
    this.retry = () => this.lost && this.listen();
    window.addEventListener("online", this.retry);
  }

  /** Follow the table from what is known on; also to try a lost connection again at once. */
  listen() {
    const { path, token, story, updates } = this.table;
    const after = this.live?.after ?? story.last;
    const wavering = (error) => this.wavering(error);
    this.live?.stop();
    this.live = new Live(path, token, {
      told: (event) => this.table.told(event),
      moved: () => story.catchUp().then(() => updates.refresh()).catch(wavering),
      wavering,
    });
    this.live.follow(after);
  }

  stop() {
    this.stopped = true;
    this.live?.stop();
    window.removeEventListener("online", this.retry);
  }

  /** Something in the background went wrong (null: it goes on). */
  wavering(error) {
    if (this.stopped) return;
    if (error instanceof Refused && error.status === 401) {
      this.refused(error);
      return;
    }
    const was = this.lost;
    this.lost = error !== null;
    const { place, board, places, notices } = this.table;
    for (const element of [place, board.host]) element.classList.toggle("offline", this.lost);
    for (const element of [places.choices, places.menu, board.host]) element.inert = this.lost;
    if (this.lost) notices.show(error, this.retry);
    else if (was) notices.clear();
  }
}
