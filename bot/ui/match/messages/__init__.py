"""What the messages of a match say and offer to press."""
