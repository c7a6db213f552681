/** How the board looks unless the page says otherwise, and its words. */
export declare const STYLE = "\n:host { display: block; color: var(--ludotheque-text, inherit); background: var(--ludotheque-background, transparent);\n  font: var(--ludotheque-font, inherit); }\n:host([hidden]) { display: none; }\n[part=board] svg { display: block; width: 100%; height: auto; max-height: var(--ludotheque-height, none); }\n[part=status] { margin: .4em 0; min-height: 1.4em; }\n[part=error] { margin: .4em 0; color: var(--ludotheque-error, #b3261e); }\n[part=error]:empty { display: none; }\n[part=choices] { list-style: none; margin: .4em 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4em; max-height: 16em; overflow: auto; }\n[part=choice] { font: inherit; color: inherit; background: transparent; border: 1px solid var(--ludotheque-accent, #b4470f); border-radius: .4em;\n  padding: .5em .7em; min-height: 2.5em; cursor: pointer; }\n[part=choice]:hover, [part=choice]:focus-visible { background: color-mix(in srgb, var(--ludotheque-accent, #b4470f) 18%, transparent); }\n[part=text] pre { overflow: auto; font: 12px/1.3 ui-monospace, monospace; }\n.web-choice { cursor: pointer; outline: none; pointer-events: bounding-box; }\n.web-marked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 3px var(--ludotheque-accent, #b4470f)); }\n.web-choice:hover, .web-choice:focus-visible, .web-hint, .web-picked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 7px var(--ludotheque-accent, #b4470f)); }\n.web-choice:focus-visible, .web-hint, .web-picked { outline: 3px solid var(--ludotheque-accent, #b4470f); outline-offset: 3px; }\n:host([busy]) [part=board], :host([busy]) [part=choices] { pointer-events: none; opacity: .7; }\n";
declare const WORDS: {
    en: {
        turn: string;
        waiting: string;
        open: string;
        over: string;
        won: string;
        aborted: string;
        lost: string;
        missing: string;
        text: string;
        choices: string;
        all: string;
        and: string;
    };
    fr: {
        turn: string;
        waiting: string;
        open: string;
        over: string;
        won: string;
        aborted: string;
        lost: string;
        missing: string;
        text: string;
        choices: string;
        all: string;
        and: string;
    };
};
export type Words = (typeof WORDS)["en"];
/** The words of a language, English unless it is French. */
export declare function wordsOf(language: string): Words;
export declare function listed(names: string[], words: Words): string;
export {};
