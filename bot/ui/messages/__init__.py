"""What our messages hold: a lobby, a table, a hand, a result, pages of rules."""
