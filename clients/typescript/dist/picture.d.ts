/** The board's picture in a shadow tree: drawn anew with every view, its pieces clickable. */
import type { Action, Label } from "./types.js";
export interface Choice {
    action: Action;
    label: Label;
}
/** `chosen` gets the id of a clicked piece and what can be done with it. */
export declare class Picture {
    private readonly chosen;
    readonly frame: HTMLDivElement;
    readonly sheet: CSSStyleSheet;
    private svg;
    private source;
    private pieces;
    constructor(chosen: (piece: string, choices: Choice[]) => void);
    /** Show a picture. Its style goes into a sheet: an inline one would be refused by a strict policy. */
    draw(source: string, description: string): void;
    clear(): void;
    /** Make the pieces of legal actions clickable, by pointer and by keyboard. */
    offer(choices: Choice[]): void;
    /** Mark the pieces of an action that is pointed at in the list, or those that were picked. */
    mark(marked: (piece: string, choices: Choice[]) => boolean): void;
    private open;
}
