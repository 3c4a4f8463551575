"""Pictures outside of a running table: lobby, podium, leaderboard, profile."""
