"""Discord's limits, refused as Discord does: code 50035 with a path to the wrong field."""
