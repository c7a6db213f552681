// Plays the race over socket.io, one match per connection: the next move is sent when the last one was answered.
// One line of JSON on stdin orders a slice, one line on stdout tells what came of it.
const { io } = require("socket.io-client");
const readline = require("node:readline");

const port = Number(process.argv[2]);
const base = `http://127.0.0.1:${port}`;
const MOVES = 50;

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function match() {
  const { matchID } = await post("/games/race/create", { numPlayers: 2 });
  const seats = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`/games/race/${matchID}/join`, { playerID, playerName: playerID });
    seats.push(playerCredentials);
  }
  return { matchID, seats };
}

class Player {
  constructor() {
    this.socket = io(`${base}/race`, { transports: ["websocket"], forceNew: true });
    this.socket.on("update", (matchID, state) => this.told?.(matchID, state));
    this.socket.on("sync", (matchID, { state }) => this.told?.(matchID, state));
  }

  ask(send) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("no answer")), 10000);
      this.told = (matchID, state) => {
        clearTimeout(late);
        resolve(state);
      };
      send();
    });
  }

  async sit({ matchID, seats }) {
    this.match = matchID;
    this.seats = seats;
    this.moves = 0;
    this.state = await this.ask(() => this.socket.emit("sync", matchID, "0", seats[0], 2));
  }

  async move() {
    const playerID = this.state.ctx.currentPlayer;
    const payload = { type: "walk", args: [1 + (this.moves % 6)], playerID, credentials: this.seats[Number(playerID)] };
    const before = this.state._stateID;
    const started = process.hrtime.bigint();
    this.state = await this.ask(() =>
      this.socket.emit("update", { type: "MAKE_MOVE", payload }, before, this.match, playerID),
    );
    if (this.state._stateID <= before) throw new Error("the move was not made");
    this.moves += 1;
    return Number(process.hrtime.bigint() - started) / 1e9;
  }
}

const players = [];

async function slice({ connections, seconds, matches }) {
  const pile = [];
  for (let number = 0; number < matches; number += 1) pile.push(await match());
  while (players.length < connections) players.push(new Player());
  const crew = players.slice(0, connections);
  for (const player of crew) await player.sit(pile.pop());
  const took = [];
  const cpu = process.cpuUsage();
  const started = process.hrtime.bigint();
  const until = started + BigInt(Math.round(seconds * 1e9));
  await Promise.all(
    crew.map(async (player) => {
      while (process.hrtime.bigint() < until) {
        if (player.moves >= MOVES) {
          if (!pile.length) return;
          await player.sit(pile.pop());
        }
        took.push(await player.move());
      }
    }),
  );
  const lasted = Number(process.hrtime.bigint() - started) / 1e9;
  const spent = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  return { lasted, took, cpu: (spent.user + spent.system) / 1e6 };
}

const orders = readline.createInterface({ input: process.stdin });
orders.on("close", () => process.exit(0));
orders.on("line", async (line) => {
  try {
    console.log(JSON.stringify(await slice(JSON.parse(line))));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
});
