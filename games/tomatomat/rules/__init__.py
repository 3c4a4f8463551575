"""The rules: state, moves, events, and a module for each section."""
