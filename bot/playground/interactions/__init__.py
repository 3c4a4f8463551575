"""Commands, presses and forms: sent to the bot, and what the bot answers."""
