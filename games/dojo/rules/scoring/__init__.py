"""The points of a dojo, and the best arrangement its sorts allow."""
