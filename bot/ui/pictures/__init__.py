"""Pictures for messages: what to paint, the paint queue, avatars and the warm-up."""
