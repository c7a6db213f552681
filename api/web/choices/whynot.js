// Why a piece cannot be clicked now: the rules answer, by refusing the action that the click would mean.
import { Refused, send } from "../shared/client.js";
import { listed, say } from "../words/language.js";

/** Several elements lie on each other: what one means by clicking the upper one. */
const MEANT = [[/^stone-/, "island-"], [/^pawn-(\d+)$/, "slot-"]];

/** `legal` and `steps` are what the reader may do; the answer is shown in `notices`. */
export async function explain(id, { view, legal, sheet, path, token, notices }) {
  if (view.status !== "running" || view.you === null || !id) return;
  const phase = sheet.phases.find((one) => one.id === view.phase)?.name ?? "";
  if (!legal?.actions.length && !legal?.templates?.length) {
    notices.tell(say("why.turn", { names: listed(view.to_act.map((seat) => view.seats[seat].name)) }), phase);
    return;
  }
  const action = legal.complete ? meant(id, legal) : undefined;
  if (!action) {
    notices.tell(say("why.other"), phase);
    return;
  }
  try {
    await send(`${path}/actions?decision=${view.decision}`, action, { token });
  } catch (error) {
    if (error instanceof Refused && error.status === 409) notices.show(error);
    else notices.tell(say("why.other"), phase);
  }
}

/** The action that this piece would mean if it were offered like others of its kind. */
function meant(id, legal) {
  const others = [id, ...MEANT.filter(([kind]) => kind.test(id)).map(([kind, other]) => id.replace(kind, other))];
  for (const [index, action] of legal.actions.entries()) {
    for (const piece of legal.labels[index].pieces) {
      for (const other of others) {
        const found = replaced(action, piece, other);
        if (found && !legal.actions.some((one) => JSON.stringify(one) === JSON.stringify(found))) return found;
      }
    }
  }
  return undefined;
}

/** The action with another piece in the place of one that has the same kind of name. */
function replaced(action, piece, other) {
  const kind = piece.slice(0, piece.lastIndexOf("-") + 1);
  if (!kind || !other.startsWith(kind)) return undefined;
  const [value, wanted] = [piece.slice(kind.length), other.slice(kind.length)];
  const field = Object.keys(action).find((name) => name !== "type" && String(action[name]) === value);
  if (!field || !/^[\w]+$/.test(wanted)) return undefined;
  return { ...action, [field]: typeof action[field] === "number" ? Number(wanted) : wanted };
}
