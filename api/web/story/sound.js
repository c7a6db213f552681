// Short sounds, made here: a tick for an event, two notes when it is the reader's turn. Off unless the reader wants them.
import { setting } from "../shared/settings.js";

let context = null;

export function play(...notes) {
  if (!setting("sound") || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  notes.forEach((pitch, index) => {
    const start = context.currentTime + index * 0.12;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0.06, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.15);
    const tone = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.16);
  });
}

export const TICK = [520];
export const YOUR_TURN = [523, 784];
