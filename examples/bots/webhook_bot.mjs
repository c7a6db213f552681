// A webhook bot for Node, without dependencies: the game server calls it, it answers with an action.
//
//   node examples/bots/webhook_bot.mjs              # listens on port 9001, registers itself, prints its id
//   curl --json '{"seats": [{"kind": "human"}, {"kind": "remote", "bot": "<id>"}]}' $LUDOTHEQUE_URL/v1/kimbac/games

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const SERVER = process.env.LUDOTHEQUE_URL ?? "http://localhost:8000";
const PORT = Number(process.env.PORT ?? 9001);
let secret = Buffer.alloc(0); // known once the server has answered the registration

// The place for your own ideas: `turn.view` is what you see, `turn.events` what happened since.
function choose(turn) {
  const actions = turn.actions.actions;
  return actions[Math.floor(Math.random() * actions.length)];
}

// Is this call from the server? (Standard Webhooks; a secret that is being replaced signs beside the new one.)
function genuine(headers, body) {
  const stamp = headers["webhook-timestamp"] ?? "0";
  const text = `${headers["webhook-id"]}.${stamp}.${body}`;
  const wanted = Buffer.from("v1," + createHmac("sha256", secret).update(text).digest("base64"));
  const signatures = (headers["webhook-signature"] ?? "").split(" ").map((one) => Buffer.from(one));
  const fresh = Math.abs(Date.now() / 1000 - Number(stamp)) < 300;
  return fresh && signatures.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted));
}

function reply(headers, body) {
  const message = JSON.parse(body);
  if (message.notice === "challenge") return [200, { challenge: message.challenge }]; // "is this URL yours?"
  if (!genuine(headers, body)) return [401, {}];
  if (message.notice) {
    console.log(`${message.game} ${message.id}: ${message.notice}`);
    return [200, {}];
  }
  return [200, { action: choose(message) }];
}

const listening = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const [status, document] = reply(request.headers, Buffer.concat(pieces).toString("utf8"));
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(document));
});

listening.listen(PORT, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${listening.address().port}/`;
  const answer = await fetch(`${SERVER}/v1/bots`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Node hook", url }),
  });
  const bot = await answer.json();
  if (!answer.ok) throw new Error(bot.detail);
  secret = Buffer.from(bot.secret.slice("whsec_".length), "base64");
  console.log(bot.id);
});
