"""Starts the bot, composes its parts, and connects it to Discord."""
