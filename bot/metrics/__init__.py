"""Figures about a running bot, for Prometheus and for health checks; no player appears in them."""
