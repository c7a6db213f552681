// Colyseus's own server with the same small race as boardgame.io's: move a pawn by a die, turn a tile. State in memory.
const { Server, Room } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { schema } = require("@colyseus/schema");

const TILES = 60;

const Player = schema({ place: "number", found: ["number"] });
const State = schema({ shown: ["number"], players: { map: Player }, die: "number", turn: "number", moves: "number" });

class Race extends Room {
  onCreate() {
    const state = new State();
    state.shown = Array(TILES).fill(-1);
    for (const id of ["0", "1"]) {
      const player = new Player();
      player.place = 0;
      state.players.set(id, player);
    }
    [state.die, state.turn, state.moves] = [1, 0, 0];
    this.tiles = [...Array(TILES).keys()].sort(() => Math.random() - 0.5);
    this.setPatchRate(null); // a move is answered at once, not with the next tick
    this.setState(state);
    this.onMessage("walk", (client, steps) => this.walk(steps));
  }

  walk(steps) {
    if (!Number.isInteger(steps) || steps < 1 || steps > 6) return;
    const state = this.state;
    const mine = state.players.get(String(state.turn));
    mine.place = (mine.place + steps) % TILES;
    state.shown[mine.place] = this.tiles[mine.place];
    if (mine.found.length < 12) mine.found.push(state.shown[mine.place]);
    state.die = 1 + Math.floor(Math.random() * 6);
    state.turn = 1 - state.turn;
    state.moves += 1;
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define("race", Race);
server.listen(Number(process.argv[2]), "127.0.0.1").then(() => console.log("ready"));
