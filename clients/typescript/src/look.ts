/** How the board looks unless the page says otherwise, and its words. */

export const STYLE = `
:host { display: block; color: var(--ludotheque-text, inherit); background: var(--ludotheque-background, transparent);
  font: var(--ludotheque-font, inherit); }
:host([hidden]) { display: none; }
[part=board] svg { display: block; width: 100%; height: auto; max-height: var(--ludotheque-height, none); }
[part=status] { margin: .4em 0; min-height: 1.4em; }
[part=error] { margin: .4em 0; color: var(--ludotheque-error, #b3261e); }
[part=error]:empty { display: none; }
[part=choices] { list-style: none; margin: .4em 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4em; max-height: 16em; overflow: auto; }
[part=choice] { font: inherit; color: inherit; background: transparent; border: 1px solid var(--ludotheque-accent, #b4470f); border-radius: .4em;
  padding: .5em .7em; min-height: 2.5em; cursor: pointer; }
[part=choice]:hover, [part=choice]:focus-visible { background: color-mix(in srgb, var(--ludotheque-accent, #b4470f) 18%, transparent); }
[part=text] pre { overflow: auto; font: 12px/1.3 ui-monospace, monospace; }
.web-choice { cursor: pointer; outline: none; pointer-events: bounding-box; }
.web-marked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 3px var(--ludotheque-accent, #b4470f)); }
.web-choice:hover, .web-choice:focus-visible, .web-hint, .web-picked { filter: drop-shadow(0 0 2px var(--ludotheque-accent, #b4470f)) drop-shadow(0 0 7px var(--ludotheque-accent, #b4470f)); }
.web-choice:focus-visible, .web-hint, .web-picked { outline: 3px solid var(--ludotheque-accent, #b4470f); outline-offset: 3px; }
:host([busy]) [part=board], :host([busy]) [part=choices] { pointer-events: none; opacity: .7; }
`;

const WORDS = {
  en: {
    turn: "Your turn.", waiting: "Waiting for {names}.", open: "Waiting for players.", over: "The game is over.", won: "{names} won.",
    aborted: "The game was called off.", lost: "The connection is lost; trying again.", missing: "There is no such game, or it is private.",
    text: "The board as text", choices: "Your choices", all: "Show all", and: "and",
  },
  fr: {
    turn: "C'est à vous.", waiting: "À {names} de jouer.", open: "En attente de joueurs.", over: "La partie est finie.", won: "{names} : victoire.",
    aborted: "La partie a été annulée.", lost: "La connexion est perdue ; nouvel essai.", missing: "Cette partie n'existe pas, ou elle est privée.",
    text: "Le plateau en texte", choices: "Vos choix", all: "Tout montrer", and: "et",
  },
};

export type Words = (typeof WORDS)["en"];

/** The words of a language, English unless it is French. */
export function wordsOf(language: string): Words {
  return language.toLowerCase().startsWith("fr") ? WORDS.fr : WORDS.en;
}

export function listed(names: string[], words: Words): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${words.and} ${names.at(-1)}`;
}
