"""Messages and forms of a lobby."""
