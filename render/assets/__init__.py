"""Fonts, icons and pictures for the README."""
