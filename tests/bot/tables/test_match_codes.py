"""Codes of tables, which people read, type and find in links."""

from bot.tables.domain.match_secrets import SecretSource


def test_new_codes_have_no_signs_of_layout() -> None:
    """A table's code has 12 ASCII letters and digits, so Discord's formatting can't change it."""
    codes = {SecretSource().match_id() for _ in range(500)}

    assert all(code.isascii() and code.isalnum() and len(code) == 12 for code in codes)
    assert len(codes) == 500
