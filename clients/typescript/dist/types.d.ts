/** The documents of the API, by game. Everything here follows from the generated `types/contract.d.ts`. */
import type { components } from "../types/contract.js";
export type Schemas = components["schemas"];
export type Slug = Schemas["Slug"];
/** The documents of each game. */
export type Documents = {
    [S in Slug]: {
        view: Schemas[`${Capitalize<S>}GameDocument`];
        created: Schemas[`${Capitalize<S>}Created`];
        acted: Schemas[`${Capitalize<S>}Acted`];
        action: Schemas[`${Capitalize<S>}Action`];
        legal: Schemas[`${Capitalize<S>}LegalActions`];
        event: Schemas[`${Capitalize<S>}EventPage`]["events"][number];
        page: Schemas[`${Capitalize<S>}EventPage`];
        replay: Schemas[`${Capitalize<S>}Replay`];
        position: Schemas[`${Capitalize<S>}Position`];
        newGame: Schemas[`${Capitalize<S>}NewGame`];
        simulation: Schemas[`${Capitalize<S>}NewSimulation`];
        sheet: Schemas[`${Capitalize<S>}Sheet`];
        turn: Schemas[`${Capitalize<S>}Turn`];
    };
};
export type View<S extends Slug = Slug> = Documents[S]["view"];
export type Created<S extends Slug = Slug> = Documents[S]["created"];
export type Acted<S extends Slug = Slug> = Documents[S]["acted"];
export type Action<S extends Slug = Slug> = Documents[S]["action"];
export type LegalActions<S extends Slug = Slug> = Documents[S]["legal"];
export type GameEvent<S extends Slug = Slug> = Documents[S]["event"];
export type Replay<S extends Slug = Slug> = Documents[S]["replay"];
export type Position<S extends Slug = Slug> = Documents[S]["position"];
export type Sheet<S extends Slug = Slug> = Documents[S]["sheet"];
export type BotTurnDocument<S extends Slug = Slug> = Documents[S]["turn"];
export type Result<S extends Slug = Slug> = NonNullable<View<S>["result"]>;
export type Odds = Schemas["Odds"];
export type Simulation = Schemas["Simulation"];
export type Match = Schemas["Match"];
export type LadderTable = Schemas["LadderTable"];
export type LadderRow = Schemas["LadderRow"];
export type Listed = Schemas["ListedGame"];
export type Rule = Schemas["RuleDocument"];
export type Label = Schemas["ActionLabel"];
export type Problem = Schemas["ProblemDocument"];
export type BotDocument = Schemas["BotDocument"];
export type SeatRequest = Schemas["SeatRequest"];
export type BotRequest = Schemas["BotRequest"];
/** What a new game may ask for beside its seats. */
export type GameSettings<S extends Slug = Slug> = Omit<Documents[S]["newGame"], "seats">;
/** What opens a game: the tokens that creating it answered. */
export interface Tokens {
    host?: string;
    spectator?: string;
    invite?: string;
    /** By seat number. */
    seats?: Record<number, string>;
}
/** Is the game over? */
export declare function isOver(view: {
    status: string;
}): boolean;
