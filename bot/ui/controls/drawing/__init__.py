"""Draw prompts as Discord components."""
