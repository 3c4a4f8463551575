"""Views, prompts, and why a choice is refused."""
