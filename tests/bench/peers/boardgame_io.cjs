// Random playouts of a small trick game (4 players, 13 cards each) in boardgame.io, by its public
// client. Prints moves a second. `node boardgame_io.cjs MATCHES`; NODE_PATH tells where it lies.
"use strict";
const { Client } = require("boardgame.io/client");

const PLAYERS = 4;
const HAND = 13;
const SUITS = 4;

const suitOf = (card) => Math.floor(card / HAND);

function legal(G, player) {
  const hand = G.hands[player];
  if (G.trick.length === 0) return hand.map((_, index) => index);
  const led = suitOf(G.trick[0]);
  const following = hand.map((_, index) => index).filter((index) => suitOf(hand[index]) === led);
  return following.length > 0 ? following : hand.map((_, index) => index);
}

const tricks = {
  name: "tricks",
  setup: ({ random }) => {
    const deck = random.Shuffle([...Array(SUITS * HAND).keys()]);
    const hands = [...Array(PLAYERS).keys()].map((p) => deck.slice(p * HAND, (p + 1) * HAND));
    return { hands, trick: [], taken: Array(PLAYERS).fill(0) };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, ctx }, index) => {
      const [card] = G.hands[ctx.currentPlayer].splice(index, 1);
      G.trick.push(card);
      if (G.trick.length < PLAYERS) return;
      const led = suitOf(G.trick[0]);
      const best = Math.max(...G.trick.filter((played) => suitOf(played) === led));
      const first = Number(ctx.currentPlayer) + 1;
      G.taken[(first + G.trick.indexOf(best)) % PLAYERS] += 1;
      G.trick = [];
    },
  },
  endIf: ({ G }) => (G.hands.every((hand) => hand.length === 0) ? { taken: G.taken } : undefined),
};

let made = 0;
let spent = 0n;
for (let match = 0; match < Number(process.argv[2]); match += 1) {
  const client = Client({ game: { ...tricks, seed: match }, numPlayers: PLAYERS, debug: false });
  client.start();
  const begun = process.hrtime.bigint();
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const choices = legal(state.G, state.ctx.currentPlayer);
    client.moves.play(choices[Math.floor(Math.random() * choices.length)]);
    made += 1;
  }
  spent += process.hrtime.bigint() - begun;
  client.stop();
}
console.log(made / (Number(spent) / 1e9));
