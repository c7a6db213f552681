/** The dice, from the seed alone: docs/dice.md in code. Needs Web Crypto (in browsers: https or localhost). */
import type { Replay } from "./types.js";

/** What a check of the dice found. */
export interface DiceReport {
  fair: boolean;
  /** How many draws were derived from the seed and compared. */
  draws: number;
  /** What does not fit; null when everything does. */
  fault: string | null;
}

/** The stream of bytes that follows from a seed and the nonces of the seats. */
export class Dice {
  private key: CryptoKey | undefined;
  private block = new Uint8Array();
  private used = 0;

  constructor(private readonly seed: string, private readonly nonces: readonly string[] = []) {}

  /** A number from 0 to n - 1. */
  async below(n: number): Promise<number> {
    let byte = await this.byte();
    while (byte >= 256 - (256 % n)) byte = await this.byte();
    return byte % n;
  }

  async roll(sides: number): Promise<number> {
    return 1 + (await this.below(sides));
  }

  async shuffle<T>(items: readonly T[]): Promise<T[]> {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = await this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }

  private async byte(): Promise<number> {
    if (this.used % 32 === 0) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, BigInt(this.used / 32));
      this.block = await hmac((this.key ??= await this.derivedKey()), new Uint8Array(counter.buffer));
    }
    this.used += 1;
    return this.block[(this.used - 1) % 32] as number;
  }

  private async derivedKey(): Promise<CryptoKey> {
    const seed = await imported(bytes(this.seed));
    return this.nonces.length ? imported(await hmac(seed, new TextEncoder().encode(this.nonces.join("\n")))) : seed;
  }
}

/** `sha256:` and the hash of a seed: what the server publishes before the first die. */
export async function commitmentOf(seed: string): Promise<string> {
  return `sha256:${hex(new Uint8Array(await subtle().digest("SHA-256", bytes(seed))))}`;
}

/**
 * Derive every draw of a finished game from its seed. Pass the commitment that you saw at the beginning:
 * without it the server's word is taken for which one that was.
 */
export async function verifyDice(replay: Replay, commitment: string = replay.commitment): Promise<DiceReport> {
  if ((await commitmentOf(replay.seed)) !== commitment) return { fair: false, draws: 0, fault: "the seed is not the one that was promised" };
  const dice = new Dice(replay.seed, replay.nonces);
  let draws = 0;
  for (const { dice: drawn, outcomes, name } of steps(replay)) {
    if (drawn.length !== outcomes.length) return { fair: false, draws, fault: `${name} does not say how its ${drawn.length} draws were made` };
    for (const [index, n] of outcomes.entries()) {
      if ((await dice.below(n)) !== drawn[index]) return { fair: false, draws, fault: `draw ${index + 1} of ${name} does not follow from the seed` };
      draws += 1;
    }
  }
  return { fair: true, draws, fault: null };
}

function* steps(replay: Replay): Generator<{ dice: number[]; outcomes: number[]; name: string }> {
  yield { dice: replay.deal.dice, outcomes: replay.deal.outcomes ?? [], name: "the deal" };
  for (const act of replay.acts) yield { dice: act.dice, outcomes: act.outcomes ?? [], name: `version ${act.version}` };
}

function subtle(): SubtleCrypto {
  if (!globalThis.crypto?.subtle) throw new Error("The dice cannot be checked here: Web Crypto needs https or localhost.");
  return globalThis.crypto.subtle;
}

function imported(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return subtle().importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function hmac(key: CryptoKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().sign("HMAC", key, message));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
