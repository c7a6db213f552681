// Plays all five games at once, as the README shows it, and writes a line for each turn and one for each game.
import { Ludotheque } from "../../../clients/typescript/dist/ludotheque.js";

const [url] = process.argv.slice(2);
const SHORT = { kimbac: { rounds: 1 } };

async function play(slug) {
  const options = SHORT[slug] ?? {};
  const game = await new Ludotheque(url).game(slug).create("Ana", "greedy", { options });
  const seen = [];
  const watching = (async () => {
    for await (const event of game.events()) seen.push(event.seq);
  })();
  for await (const turn of game.seat(0)) {
    await turn.play(turn.actions[0]);
    console.log("turn");
  }
  await watching;
  const story = (await game.history()).map((event) => event.seq);
  const { ranking } = await game.result();
  const whole = JSON.stringify(seen) === JSON.stringify(story);
  console.log(JSON.stringify({ slug, id: game.id, ranking, whole, dice: await game.verify() }));
}

await Promise.all(["bakong", "mekong", "babord", "kimbac", "bailouke"].map(play));
