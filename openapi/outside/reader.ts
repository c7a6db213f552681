// A reader of the contract in TypeScript: it compiles only while the generated types say what clients rely on.
import type { components, paths } from "./contract";

type Schemas = components["schemas"];

// Actions are a union, told apart by `type`.
export function describe(action: Schemas["BakongAction"]): string {
  switch (action.type) {
    case "flip":
      return `flip ${action.die.toFixed()}`;
    case "move":
      return `move ${action.steps.toFixed()}`;
    default:
      return action.type;
  }
}

// What may be null must be asked for.
export function winners(game: Schemas["MekongGameDocument"]): number[] {
  return game.result === null ? [] : game.result.winners;
}

// Everything may be left out of a new game; a number of seats is enough.
export const smallest: Schemas["KimbacNewGame"] = {};
export const short: Schemas["BabordNewGame"] = { seats: 3 };

// One typed function plays any game: what each game answers fits the supertype.
export function turnOf(game: Schemas["GameDocument"]): boolean {
  return game.you !== null && game.to_act.includes(game.you);
}
export const bakong = (acted: Schemas["BakongActed"]): Schemas["Acted"] => acted;
export const mekong = (acted: Schemas["MekongActed"]): boolean => turnOf(acted.view);

// An act answers with events and a view; a refusal names its rule.
type Act = paths["/v1/bailouke/games/{id}/actions"]["post"];
export type Acted = Act["responses"][200]["content"]["application/json"];
export type Refused = Act["responses"][409]["content"]["application/problem+json"];
export function told(acted: Acted): string[] {
  return acted.events.map((event) => event.sentence ?? event.type);
}
export function rule(refused: Refused): string | undefined {
  return refused.rule;
}
