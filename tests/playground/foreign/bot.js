const { ActionRowBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits } = require("discord.js");

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: process.env.DISCORD_API } });

client.once(Events.ClientReady, async () => {
  await client.application.commands.set([{ name: "ask", description: "Ask a question" }]);
  console.log("ready as", client.user.username);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    const button = new ButtonBuilder().setCustomId("yes").setLabel("Yes").setStyle(ButtonStyle.Primary);
    await interaction.reply({ content: "Ready?", components: [new ActionRowBuilder().addComponents(button)] });
  } else if (interaction.isButton()) {
    await interaction.update({ content: `${interaction.user.username} is.`, components: [] });
    await interaction.message.edit({ content: `${interaction.user.username} is ready.` });
  }
});

client.login(process.env.DISCORD_TOKEN);
