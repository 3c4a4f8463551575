"""The stores: one small class per subject, each over the database."""
