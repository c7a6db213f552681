// boardgame.io's own server with its default storage (in memory) and a small race: move a pawn by a die, turn a tile.
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView, TurnOrder, INVALID_MOVE } = require("boardgame.io/core");

const TILES = 60;

const race = {
  name: "race",
  setup: ({ ctx, random }) => ({
    secret: { tiles: random.Shuffle([...Array(TILES).keys()]) },
    shown: Array(TILES).fill(null),
    players: Object.fromEntries(ctx.playOrder.map((id) => [id, { place: 0, found: [] }])),
    die: 1,
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { order: TurnOrder.DEFAULT, minMoves: 1, maxMoves: 1 },
  moves: {
    walk: {
      client: false,
      move: ({ G, random, playerID }, steps) => {
        if (!Number.isInteger(steps) || steps < 1 || steps > 6) return INVALID_MOVE;
        const mine = G.players[playerID];
        mine.place = (mine.place + steps) % TILES;
        G.shown[mine.place] = G.secret.tiles[mine.place];
        if (mine.found.length < 12) mine.found.push(G.shown[mine.place]);
        G.die = random.D6();
      },
    },
  },
};

const server = Server({ games: [race], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
