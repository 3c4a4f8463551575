"""Pictures of tables, hands, lobbies and results. Knows nothing of Discord or of storage."""
