// The time that is left for the present decision, counted down at the table.
import { say, spelled } from "../words/language.js";

const SHORT_SECONDS = 10;

export class Countdown {
  constructor(place) {
    this.place = place;
    this.deadline = null;
    this.timer = setInterval(() => this.tick(), 500);
  }

  show(deadline) {
    this.deadline = deadline ?? null;
    this.tick();
  }

  tick() {
    const seconds = this.deadline ? Math.max(0, Math.round((Date.parse(this.deadline) - Date.now()) / 1000)) : null;
    this.place.textContent = seconds === null ? "" : say("time left", { time: spelled(seconds) });
    this.place.classList.toggle("short", seconds !== null && seconds <= SHORT_SECONDS);
  }

  stop() {
    clearInterval(this.timer);
  }
}
