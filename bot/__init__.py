"""The bot: the application, Discord, and a local stand-in for Discord."""
