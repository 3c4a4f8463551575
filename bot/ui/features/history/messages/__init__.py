"""What replays, logs, reviews and verdicts say and offer to press."""
