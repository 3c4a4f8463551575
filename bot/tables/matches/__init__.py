"""A match while it runs: loading it, answering, its deadlines, seats, pauses and endings."""
