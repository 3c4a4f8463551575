"""The protocol that every game implements, one module per word."""
