"""Weekly deals and tournaments."""
