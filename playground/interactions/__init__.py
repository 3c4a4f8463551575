"""Commands, presses and forms, sent to the bot, and the bot's answers."""
