"""Drawing without knowledge of games: text, shapes, theme, raster, PNG and the cache."""
