// Runs the TypeScript samples that stand on standard input, each with a game of its own; writes the requests of each.
import { Ludotheque } from "../../../clients/typescript/dist/ludotheque.js";

const { url, samples } = JSON.parse(await new Response(process.stdin).text());
const AsyncFunction = (async () => {}).constructor;
const asked = [];
const plain = globalThis.fetch;
globalThis.fetch = (address, options = {}) => {
  asked.at(-1).push([options.method ?? "GET", new URL(address).pathname]);
  return plain(address, options);
};
console.log = () => {};
for (const { source, slug, id, tokens, values } of samples) {
  asked.push([]);
  const server = new Ludotheque(url, { patience: 0 });
  const game = server.game(slug).open(id, tokens);
  const known = { server, game, ...(tokens.seats[0] ? { seat: game.seat(0) } : {}), ...values };
  const names = Object.keys(known).filter((name) => !source.includes(`const ${name} =`));
  try {
    await new AsyncFunction(...names, source)(...names.map((name) => known[name]));
  } catch (error) {
    throw new Error(`${source}: ${error}`);
  }
}
process.stdout.write(JSON.stringify(asked));
