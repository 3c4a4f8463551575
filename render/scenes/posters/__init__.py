"""Pictures that belong to no running table: lobby, podium, leaderboard, profile."""
