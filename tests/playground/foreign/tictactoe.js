const { Client, GatewayIntentBits } = require("discord.js");
const TicTacToe = require("discord-tictactoe");

const { Guilds, GuildMessages } = GatewayIntentBits;
const client = new Client({ intents: [Guilds, GuildMessages], rest: { api: process.env.DISCORD_API } });
new TicTacToe({ command: "tictactoe", aiDifficulty: "Easy" }).attach(client);
client.login(process.env.DISCORD_TOKEN);
