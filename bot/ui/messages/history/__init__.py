"""Messages that look back: logs, replays and checks of the deal."""
