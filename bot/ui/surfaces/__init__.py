"""Messages that show a table, hand or lobby, and how they stay up to date."""
