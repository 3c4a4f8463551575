"""What a viewer sees and is asked: views, prompts, and why a choice is refused."""
