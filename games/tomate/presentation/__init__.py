"""How the table is described: tableau, recent actions, coaching."""
