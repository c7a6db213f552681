import { Picture } from "./picture.js";
export { Picture };
export declare class LudothequeBoard extends HTMLElement {
    static readonly observedAttributes: string[];
    private readonly root;
    private readonly picture;
    private readonly status;
    private readonly error;
    private readonly choices;
    private readonly text;
    private words;
    private reader;
    private stopping;
    private view;
    private offered;
    private picked;
    private sentence;
    private newest;
    private starting;
    private refreshing;
    constructor();
    connectedCallback(): void;
    disconnectedCallback(): void;
    attributeChangedCallback(): void;
    /** Once, when all attributes are there. */
    private startSoon;
    /** Follow the game that the attributes name, and no other any more. */
    private start;
    private follow;
    /** Show at least this version; calls that come meanwhile share the work. */
    private refresh;
    private bringUpToDate;
    private show;
    /** What happened last, and whose turn it is. */
    private say;
    /** The choices as clickable pieces and as a list. */
    private offer;
    private list;
    /** A piece was clicked: one action left is played, of several the list shows those that fit. */
    private pick;
    private play;
    private showText;
    private trouble;
    private failed;
}
