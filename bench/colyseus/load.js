// Plays the race over Colyseus's own client, one room per connection: the next move is sent when the last was answered.
// One line of JSON on stdin orders a slice, one line on stdout tells what came of it.
const { Client } = require("colyseus.js");
const readline = require("node:readline");

const client = new Client(`ws://127.0.0.1:${Number(process.argv[2])}`);
const MOVES = 50;

class Table {
  static async open() {
    const table = new Table();
    table.room = await client.create("race");
    table.moves = 0;
    await new Promise((resolve) => table.room.onStateChange.once(resolve));
    table.room.onStateChange((state) => table.told?.(state));
    return table;
  }

  async move() {
    const started = process.hrtime.bigint();
    const state = await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("no answer")), 10000);
      this.told = (state) => {
        clearTimeout(late);
        resolve(state);
      };
      this.room.send("walk", 1 + (this.moves % 6));
    });
    this.moves += 1;
    if (state.moves !== this.moves) throw new Error("the move was not made");
    return Number(process.hrtime.bigint() - started) / 1e9;
  }
}

async function slice({ connections, seconds, matches }) {
  const pile = [];
  for (let number = 0; number < matches; number += 1) pile.push(await Table.open());
  const opened = [...pile];
  const took = [];
  const cpu = process.cpuUsage();
  const started = process.hrtime.bigint();
  const until = started + BigInt(Math.round(seconds * 1e9));
  await Promise.all(
    pile.splice(0, connections).map(async (first) => {
      let table = first;
      while (process.hrtime.bigint() < until) {
        if (table.moves >= MOVES) {
          if (!pile.length) return;
          table = pile.pop();
        }
        took.push(await table.move());
      }
    }),
  );
  const lasted = Number(process.hrtime.bigint() - started) / 1e9;
  const spent = process.cpuUsage(cpu);
  await Promise.all(opened.map((table) => table.room.leave()));
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
