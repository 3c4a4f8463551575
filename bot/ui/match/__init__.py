"""The messages of a match: tables, hands, reminders and private copies, kept up to date."""
