/**
 * The board's picture in a shadow tree: inlined, so that its pieces can be clicked, by pointer and by keyboard. The web
 * table and the board element both draw with it.
 */
/** What can be chosen by clicking a piece. `quiet`: not what one usually wants; its pieces do not glow. */
export interface Offered {
    readonly pieces: readonly string[];
    readonly sentence?: string;
    readonly quiet?: boolean;
}
/** `chosen` gets the piece that was clicked and what can be done with it, `missed` the id of any other. */
export declare class Picture<O extends Offered> {
    private readonly chosen;
    private readonly missed;
    readonly frame: HTMLDivElement;
    readonly sheet: CSSStyleSheet;
    svg: SVGSVGElement | null;
    readonly offered: Map<SVGElement, O[]>;
    private source;
    private look;
    private held;
    private pressed;
    constructor(chosen: (piece: SVGElement, offered: O[]) => void, missed?: (id: string | undefined) => void);
    /** Show a picture; true when it is another one. Its style goes into a sheet: a strict policy would refuse it inside. */
    draw(source: string): boolean;
    clear(...instead: Node[]): void;
    piece(id: string): SVGElement | null;
    /** Make the pieces that can be chosen clickable; those that are not quiet glow. The keyboard goes on where it was. */
    offer(choices: readonly O[]): void;
    /** Mark the pieces of a choice that is pointed at in a list; null for none. */
    hint(choice: O | null): void;
    /** Mark picked pieces by their ids; false when one of them is no longer offered. */
    pick(ids: readonly string[]): boolean;
    /** Do clicks count now? */
    protected ready(): boolean;
    /** The small piece within reach, else the one under the pointer. */
    private pieceAt;
    private clicked;
    /** When the picture was drawn anew between press and release, the browser makes no click of them: make it here. */
    private released;
    private choose;
    private hold;
    private open;
}
