// A game in one click: against one bot, with the settings that suit this player.
import { randomText, send } from "../shared/client.js";
import { isFirstGame } from "../help/guide.js";
import { myName } from "./joining.js";
import { keep } from "../shared/keyring.js";
import { say } from "../words/language.js";

export const USUAL_BOT = "greedy";

/** The options that suit a first game, by name. */
export function firstGameOptions(sheet) {
  const fitting = Object.entries(sheet.options).filter(([, option]) => option.first_game !== null);
  return Object.fromEntries(fitting.map(([name, option]) => [name, option.first_game]));
}

/** Create a game, keep what opens it, and go there. */
export async function createGame(gamesUrl, body, token) {
  const made = await send(gamesUrl, body, { token });
  const mine = made.seats.find((seat) => seat.token);
  keep(made.id, {
    slug: made.game, token: mine?.token, seat: mine?.seat, name: mine?.name, host: made.host_token,
    spectator: made.spectator_token, invite: made.invite, commitment: made.commitment,
  });
  location.hash = `#/${made.game}/${made.id}`;
}

/** A built-in bot under a name that says how it plays; `number` tells several of a kind apart. */
export function botSeat(bot, number = "") {
  return { kind: "bot", bot, name: `${say(`bot name.${bot}`)} ${number}`.trim() };
}

/** `page` is that of one visit: it creates one game, even if the answer comes before the second of two clicks. */
export async function quickPlay(game, notices, page) {
  if (page.creating) return;
  page.creating = true;
  const me = { kind: "human", name: myName() || say("name default"), nonce: randomText() };
  try {
    await createGame(game.games_url, {
      seats: [me, botSeat(USUAL_BOT)],
      options: isFirstGame(game.slug) ? firstGameOptions(game) : {},
    });
  } catch (error) {
    page.creating = false;
    notices.show(error);
  }
}
