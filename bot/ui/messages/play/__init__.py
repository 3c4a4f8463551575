"""Messages of a running or ended match."""
