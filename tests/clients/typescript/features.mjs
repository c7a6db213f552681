// What the README shows beside playing: each part writes what it saw under its name, all of it as one line of JSON.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { Bot, Dice, Ludotheque, Refused, Unreachable, person, verifyDice } from "../../../clients/typescript/dist/ludotheque.js";

const [url] = process.argv.slice(2);
const server = new Ludotheque(url, { language: "fr" });
const first = { options: { first_seat: 0 } };
const parts = {};

async function refusalOf(doing) {
  try {
    await doing();
  } catch (error) {
    if (error instanceof Refused) return { name: error.name, status: error.status, rule: error.rule, reason: error.reason, text: error.message };
    throw error;
  }
  return null;
}

parts.refused = async () => {
  const game = await server.bakong.create("Ana", "Bo", first);
  const seat = game.seat(0);
  const illegal = await refusalOf(() => seat.act({ type: "flip", die: 3 }));
  for await (const turn of seat) {
    const acted = await turn.play(turn.actions[0]);
    const late = await turn.play(turn.actions[0]); // the decision has passed
    const stale = await refusalOf(() => seat.act(turn.actions[0], { version: turn.version }));
    return { illegal, acted: acted.version > turn.version, late, stale, words: turn.sentence(turn.actions[0]), bot: await noToken() };
  }
};

parts.seats = async () => {
  const game = await server.bakong.create(person("open"), person("greedy"), first);
  const unknown = [];
  for (const bot of ["gredy", "serach:4", "search:9", "Search:4"]) {
    try {
      await server.bakong.create("Ana", bot);
      unknown.push(null);
    } catch (error) {
      unknown.push(`${error.name}: ${error.message}`);
    }
  }
  return { seats: (await game.view()).seats.map(({ kind, name }) => ({ kind, name })), unknown };
};

async function noToken() {
  const game = await server.mekong.create("Ana", "greedy");
  try {
    game.seat(1);
  } catch (error) {
    return error.message;
  }
}

parts.unreachable = async () => {
  const troubles = [];
  const nobody = new Ludotheque("http://127.0.0.1:9", { patience: 0.5, onTrouble: (trouble) => troubles.push(trouble?.name ?? null) });
  return { ...(await refusalOf(() => nobody.games())), unreachable: (await nobody.games().catch((error) => error)) instanceof Unreachable, troubles };
};

parts.private = async () => {
  const game = await server.kimbac.create("Ana", "open", { visibility: "private", options: { rounds: 1 } });
  const stranger = await refusalOf(() => server.kimbac.open(game.id).view());
  const guest = server.kimbac.open(game.id, { invite: game.tokens.invite });
  const waiting = game.seat(0)[Symbol.asyncIterator]().next(); // begins before the game does
  const seat = await guest.join("Bo", { nonce: "my own luck" });
  const turn = (await waiting).value;
  const view = await seat.view();
  return { stranger: stranger.status, you: view.you, names: view.seats.map((one) => one.name), mine: (await turn.view).you, board: (await seat.board()).length, svg: (await seat.board("svg")).slice(0, 4) };
};

/** A turn after a wait, and one after an act: how many requests the view takes, read twice, and whether it is that of the turn. */
parts.viewing = async () => {
  let requests = 0;
  const counting = (path, init) => {
    requests += 1;
    return fetch(path, init);
  };
  const game = await new Ludotheque(url, { fetch: counting }).bakong.create("Ana", "greedy", first);
  const waited = [];
  for await (const turn of game.seat(0)) {
    const before = requests;
    const [view, again] = [await turn.view, await turn.view];
    const seen = { requests: requests - before, fits: view === again && view.decision === turn.decision && view.version === turn.version };
    if (!seen.requests) return { waited: waited[0], acted: seen };
    waited.push(seen);
    await turn.play(turn.actions[0]);
  }
};

/** A turn that is not played does not come again, in French neither, where tags have a language. */
parts.passing = async () => {
  const asked = [];
  const hasty = (path, init) => {
    asked.push(path);
    return fetch(path, { ...init, headers: { ...init.headers, Prefer: "wait=0" } });
  };
  const game = await new Ludotheque(url, { fetch: hasty, language: "fr" }).bakong.create("Ana", "Bo", first);
  const turns = game.seat(0).turns();
  const { decision } = (await turns.next()).value;
  let again;
  const following = turns.next().then(({ value, done }) => {
    again = value?.decision;
    return { decision, again, ended: done };
  });
  while (asked.length < 5 && again === undefined) await new Promise((done) => setTimeout(done, 20));
  await game.abort();
  return following;
};

parts.watching = async () => {
  const game = await server.mekong.create("Ana", "greedy");
  const versions = [];
  const watching = (async () => {
    for await (const view of server.mekong.open(game.id).views()) versions.push(view.version);
  })();
  const stop = new AbortController();
  const events = [];
  const streaming = (async () => {
    for await (const event of game.events({ after: 1, signal: stop.signal })) events.push(event);
  })().catch((error) => error.name);
  await game.seat(0).view();
  while (!versions.length || !events.length) await new Promise((done) => setTimeout(done, 20));
  stop.abort();
  await game.abort();
  await watching;
  return { versions, first: events[0].seq, sentence: events[0].sentence, stopped: await streaming, result: await game.result() };
};

parts.withoutStreams = async () => {
  const plain = (path, init) => {
    const headers = { ...init.headers };
    delete headers.Accept;
    return fetch(path, { ...init, headers });
  };
  const game = await new Ludotheque(url, { fetch: plain }).mekong.create("greedy", "greedy");
  const seen = [];
  for await (const event of game.events()) seen.push(event.seq);
  return { whole: JSON.stringify(seen) === JSON.stringify((await game.history()).map((event) => event.seq)) };
};

parts.lookingBack = async () => {
  const game = await server.mekong.create("greedy", "random", { seed: "ab".repeat(32) });
  await game.result();
  const report = await game.verify();
  const replay = await game.replay();
  const changed = structuredClone(replay);
  changed.deal.dice[0] = 1 - changed.deal.dice[0]; // the seat that begins, of two
  const fork = await game.fork(3, "Ana", "greedy");
  const exported = [];
  while (!exported.includes(game.id)) for await (const one of server.mekong.export()) exported.push(one.id); // there after a second
  const listed = [];
  for await (const one of server.mekong.list("finished")) listed.push(one.id);
  const dice = new Dice("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  const rolls = [];
  for (let index = 0; index < 20; index += 1) rolls.push(await dice.roll(6));
  return {
    report, rolls, at: (await game.view(2)).at, position: Object.keys(await game.position(1)).length > 3,
    changed: await verifyDice(changed), promised: await verifyDice(replay, "sha256:00"),
    fork: (await fork.view()).forked_from, exported: exported.includes(game.id), listed: listed.includes(game.id),
    rematch: (await game.rematch()).id === (await game.rematch()).id,
  };
};

parts.workers = async () => {
  const progress = [];
  const simulation = await server.bakong.simulate(["random", "greedy"], { games: 4, onProgress: (part) => progress.push(part) });
  const game = await server.mekong.create("Ana", "greedy");
  const odds = await game.seat(0).odds({ rollouts: 10 });
  return { games: simulation.games, progress: progress.at(-1), chances: odds.chances.length, seat: odds.seat };
};

parts.bot = async () => {
  const stop = new AbortController();
  const bot = new Bot("Deep Croc", (turn) => turn.actions[0]);
  let running;
  await new Promise((ready) => {
    running = bot.run(url, { games: ["mekong"], signal: stop.signal, onReady: ready });
  });
  const game = await server.mekong.create("greedy", bot.id);
  const { ranking } = await game.result();
  stop.abort();
  await running;
  const failures = (await game.history()).filter((event) => event.type === "bot_failed").length;
  await bot.remove(url);
  return { ranking: ranking.flat().length, failures, listed: (await server.bots()).remote.some((one) => one.id === bot.id) };
};

/** A call as the server signs it, or with something else in the place of a part. */
function signed(secret, body, { id = "msg_1", stamp = Math.floor(Date.now() / 1000), over = body } = {}) {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`msg_1.${stamp}.${over}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(stamp), "webhook-signature": `v1,old v1,${signature}` };
}

/** The statuses that a bot gives to forged, broken and good calls. */
async function calls(call, secret) {
  const good = signed(secret, "{}");
  const forged = [
    {}, { ...good, "webhook-id": "msg_2" }, { ...good, "webhook-signature": "v1,nothing" }, { ...good, "webhook-timestamp": "soon" },
    signed(secret, "{}", { over: "{} " }), signed(secret, "{}", { stamp: Math.floor(Date.now() / 1000) - 1000 }),
  ];
  const notice = '{"notice":"end"}';
  return {
    forged: await Promise.all(forged.map((headers) => call("{}", headers))), broken: await call("{", signed(secret, "{")),
    notice: await call(notice, signed(secret, notice)),
  };
}

parts.webhook = async () => {
  const bot = new Bot("Hooked Croc", (turn) => turn.actions[0]);
  const listening = createServer(bot.node);
  await new Promise((ready) => listening.listen(0, "127.0.0.1", ready));
  const webhook = `http://127.0.0.1:${listening.address().port}/`;
  const post = async (body, headers) => (await fetch(webhook, { method: "POST", body, headers })).status;
  const before = await post('{"game":"bakong"}', {}); // it knows no secret yet
  await bot.register(url, { webhook, games: ["mekong"] });
  const game = await server.mekong.create("greedy", bot.id);
  const { ranking } = await game.result();
  const failures = (await game.history()).filter((event) => event.type === "bot_failed").length;
  const { secret } = bot.credentials;
  const node = await calls(post, secret);
  const asked = async (body, headers) => (await bot.fetch(new Request("http://bot.example/", { method: "POST", body, headers }))).status;
  const found = await calls(asked, secret);
  const long = await post(" ".repeat(2 ** 20 + 1), {});
  await bot.remove(url);
  listening.close();
  listening.closeAllConnections();
  return { before, ranking: ranking.flat().length, failures, node, fetch: found, long };
};

parts.failingWebhook = async () => {
  const secret = "whsec_AAAA";
  const bot = new Bot("Broken", () => {
    throw new Error("no idea");
  }, { id: "-", token: "-", secret });
  const turn = JSON.stringify({ game: "mekong", id: "-", actions: { actions: [], labels: [] } });
  const told = [];
  const { error } = console;
  console.error = (...words) => told.push(words.join(" "));
  const answer = await bot.fetch(new Request("http://bot.example/", { method: "POST", body: turn, headers: signed(secret, turn) }));
  console.error = error;
  return { status: answer.status, told };
};

parts.ladder = async () => {
  const stop = new AbortController();
  const bot = new Bot("Ladder Croc", (turn) => turn.actions[0]);
  let running;
  await new Promise((ready) => {
    running = bot.run(url, { games: ["mekong", "bailouke"], ladder: "bailouke", owner: "Ana", signal: stop.signal, onReady: ready });
  });
  const row = (await server.bailouke.ladder()).rows.find((one) => one.bot === bot.id);
  await server.http.ask(`/v1/ladders/bailouke/entries/${bot.id}`, { method: "DELETE", token: bot.credentials.token });
  const match = await server.mekong.match(["greedy", bot.id], { games: 2 });
  stop.abort();
  await running;
  await bot.remove(url);
  return { owner: row.owner, status: row.status, games: match.games.length, entries: match.entries.map((one) => one.name) };
};

parts.failingBot = async () => {
  const stop = new AbortController();
  const errors = [];
  let polls = 0;
  const counting = (path, init) => {
    polls += errors.length && path.endsWith("/turns") ? 1 : 0;
    return fetch(path, init);
  };
  const bot = new Bot("Broken", () => {
    throw new Error("no idea");
  });
  let running;
  await new Promise((ready) => {
    running = bot.run(url, { games: ["mekong"], signal: stop.signal, fetch: counting, onReady: ready, onError: (error) => errors.push(error.message) });
  });
  const game = await server.mekong.create("Ana", bot.id);
  while (polls < 3) await new Promise((done) => setTimeout(done, 20));
  stop.abort();
  await running;
  await game.abort();
  await bot.remove(url);
  return { errors };
};

parts.catalogue = async () => {
  const rules = await server.bakong.rules();
  return {
    games: (await server.games()).length, rule: (await server.bakong.rule(rules[0].id)).id, sheet: (await server.bakong.sheet()).slug,
    seatRequests: (await server.bakong.create({ kind: "human", name: "Ana" }, { kind: "bot", bot: "greedy" }, first)).tokens.seats[0].length > 20,
  };
};

const results = await Promise.all(Object.values(parts).map((part) => part()));
console.log(JSON.stringify(Object.fromEntries(Object.keys(parts).map((name, index) => [name, results[index]]))));
