"""The Python test client: people who act in the playground."""
