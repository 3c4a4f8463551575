"""What scenes share: layout, tokens and recent actions."""
