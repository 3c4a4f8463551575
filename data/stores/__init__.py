"""The stores, one per subject, each a small class over the database."""
