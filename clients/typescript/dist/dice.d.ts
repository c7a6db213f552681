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
export declare class Dice {
    private readonly seed;
    private readonly nonces;
    private key;
    private block;
    private used;
    constructor(seed: string, nonces?: readonly string[]);
    /** A number from 0 to n - 1. */
    below(n: number): Promise<number>;
    roll(sides: number): Promise<number>;
    shuffle<T>(items: readonly T[]): Promise<T[]>;
    private byte;
    private derivedKey;
}
/** `sha256:` and the hash of a seed: what the server publishes before the first die. */
export declare function commitmentOf(seed: string): Promise<string>;
/**
 * Derive every draw of a finished game from its seed. Pass the commitment that you saw at the beginning:
 * without it the server's word is taken for which one that was.
 */
export declare function verifyDice(replay: Replay, commitment?: string): Promise<DiceReport>;
