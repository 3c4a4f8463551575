"""What every message is made of: its parts, the ids of its buttons, pages, and Discord's errors."""
