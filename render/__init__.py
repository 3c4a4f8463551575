"""Pictures of tables, hands, lobbies and results, without knowledge of Discord or storage."""
