"""What a dojo is worth, and the best arrangement its sorts allow."""
