"""Matches after they ended: logs, replays and checks of the deal."""
