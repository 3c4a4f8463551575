"""Checks what sentences claim, found by their English message."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.core.game import AnyGame, Step, apply
from games.core.text import Text

F = TypeVar("F")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A move that is explained to its player: the state, the view of it and the move."""

    game: AnyGame
    state: Any
    view: Any
    move: Any
    is_usual: bool
    """Whether a normal bot makes this move here."""

    @property
    def step(self) -> Step[Any]:
        """What the move leads to."""
        return apply(self.game, self.state, self.view.viewer, self.move)


Claim = Callable[[Explained, Text], bool]
"""Returns whether a sentence is true of the move that it explains."""


def claims_about(
    facts: Callable[[Explained, Text], F], claims: Mapping[str, Callable[[F], bool]]
) -> dict[str, Claim]:
    """Return claims about facts that are derived from the move and the sentence."""

    def about(claim: Callable[[F], bool]) -> Claim:
        return lambda explained, text: claim(facts(explained, text))

    return {message: about(claim) for message, claim in claims.items()}


def sentences(text: Text) -> Iterator[Text]:
    """Yield the sentences that a text consists of."""
    inner = [part for part in text.args.values() if isinstance(part, Text)]
    if text.message.strip("{}") in ("first} {then", "a} {b"):
        for part in inner:
            yield from sentences(part)
    else:
        yield text


def untrue(claims: Mapping[str, Callable[..., bool]], text: Text, *facts: Any) -> list[str]:
    """Return the untrue sentences of a text, and those without a claim."""
    return [
        sentence.message
        for sentence in sentences(text)
        if sentence.message not in claims or not claims[sentence.message](*facts, sentence)
    ]
