"""The rules say the same in every language, number by number."""

import re
from collections import Counter

import pytest

from bot.ui.i18n.catalogues import ENGLISH, languages
from bot.ui.match.messages.rules import PAGE, rule_pages, rules_text
from games.core.game import AnyGame
from tests.games.drafts import every_full_game

OTHERS = [language for language in languages() if language != ENGLISH]

translated = pytest.mark.parametrize("language", OTHERS)
every_game = every_full_game("translations")


def outline(rules: str) -> list[str]:
    """Return a text's outline: headings by depth, rules by number, table rows."""
    return re.findall(r"^(#+|\d+\.|\s+\|)(?= )", rules, re.MULTILINE)


def facts(rules: str) -> list[tuple[Counter[str], Counter[str]]]:
    """Return the figures and the emphasis marks of each rule."""
    each = re.split(r"^(?=#+ |\d+\. )", rules, flags=re.MULTILINE)
    return [(Counter(re.findall(r"\d+", item)), Counter(re.findall(r"\*+", item))) for item in each]


@every_game
@translated
def test_rules_have_the_same_numbers(game: AnyGame, language: str) -> None:
    """Every heading, every numbered rule and every table row has its translation, in order."""
    assert outline(rules_text(game, language)) == outline(rules_text(game, ENGLISH))


@every_game
@translated
def test_rules_name_the_same_figures(game: AnyGame, language: str) -> None:
    """A translated rule has the same figures and emphasis."""
    own, english = facts(rules_text(game, language)), facts(rules_text(game, ENGLISH))

    assert [pair for pair in zip(own, english, strict=True) if pair[0] != pair[1]] == []


@every_game
@pytest.mark.parametrize("language", languages())
def test_a_page_of_rules_fits_a_phone(game: AnyGame, language: str) -> None:
    """A page after the first has few characters, and no table, which Discord doesn't show."""
    pages = rule_pages(game, language)[1:]
    assert [
        page for page in pages if len(page) > PAGE * 1.2 or re.search(r"^ *\|", page, re.MULTILINE)
    ] == []


@every_game
def test_languages_without_rules_read_the_english(game: AnyGame) -> None:
    """Languages without translated rules show the English ones, and variants share theirs."""
    assert rules_text(game, "fr") == rules_text(game, "en_GB") == rules_text(game, ENGLISH)
    assert rules_text(game, "es_419") == rules_text(game, "es") != rules_text(game, ENGLISH)
