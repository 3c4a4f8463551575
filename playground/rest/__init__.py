"""Discord's REST API v10, as far as a bot for table games calls it: one module per noun."""
