"""Leaderboards: how matches are counted, rated and shown, server by server."""
