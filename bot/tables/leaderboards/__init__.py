"""Leaderboards: counting results, ratings, seasons and profiles."""
