"""Frozen values that go into the database and come out of it, and their mapping to columns."""
