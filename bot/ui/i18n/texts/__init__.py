"""Texts of the Discord side, one module per subject."""
