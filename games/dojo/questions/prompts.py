"""The questions of a round.

Only the choice of a cell can be taken back, but no action asks for confirmation: each question is
one choice, with its effect shown, and asking twice would slow every round.
"""

from collections.abc import Callable

from games.core import prompt
from games.core.text import Text, say, seat, with_icon
from games.dojo.questions import laying
from games.dojo.questions.gains import best_gain
from games.dojo.questions.views import DojoView, SeatView
from games.dojo.rules import moves, texts
from games.dojo.rules.cards import Card
from games.dojo.rules.state import Stage


def ask(view: DojoView) -> prompt.Prompt | None:
    """Return the question put to the viewer, or None; a chosen cell may be changed."""
    if not is_asked(view):
        return None
    return _QUESTIONS[view.stage](view)


def is_asked(view: DojoView) -> bool:
    """Tell whether the viewer may answer now."""
    if view.viewer is None:
        return False
    return view.stage is Stage.TRAIN or view.viewer in view.awaiting.seats


def _recruit(view: DojoView) -> prompt.Prompt:
    assert view.drawn is not None, "the dealer looks at a card"
    count = len(view.seats)
    slot = prompt.PickOne(
        name="to",
        ask=say("Who gets it?"),
        choices=tuple(
            prompt.Choice(
                id=str(panel.seat),
                label=say("Keep it")
                if panel.seat == view.viewer
                else with_icon(say("{who}", who=seat(panel.seat)), f"seat:{panel.seat}"),
                blocked=_why_not_to(view, panel),
            )
            for panel in view.seats
        ),
        # Five names need the room of those who have a card.
        layout=prompt.Grid(columns=2) if count < 5 else prompt.Row(),
    )
    # For an absent dealer the cards go round, starting with the left neighbour.
    turns = [(laying.mine(view).seat + step) % count for step in range(1, count + 1)]
    words = say("Who gets {card}?", card=texts.THE_CARD[view.drawn])
    return prompt.Prompt(
        ask=words,
        actions=(prompt.Action(kind="give", label=say("Give the card"), slots=(slot,)),),
        on_timeout=moves.GIVE[next(to for to in turns if to not in view.gifts)],
    )


def _why_not_to(view: DojoView, panel: SeatView) -> Text | None:
    if not panel.has_card:
        return None
    if panel.seat == view.viewer:
        return say("You already have a card.")
    return say("Already has a card.")


def _challenge(view: DojoView) -> prompt.Prompt:
    assert view.dealer is not None, "a dealer can be challenged"
    assert view.face_up is not None, "a trophy lies face up"
    worth = texts.trophy_worth(view.face_up, white_belt=view.options.white_belt)
    return prompt.Prompt(
        ask=say("Challenge {dealer}?", dealer=seat(view.dealer)),
        actions=(
            prompt.Action(
                kind="challenge",
                label=with_icon(say("Challenge"), "dojo:versus"),
                hint=worth,
                tone="main",
            ),
            prompt.Action(kind="pass", label=with_icon(say("Pass"), "action:pass")),
        ),
        on_timeout=moves.PASS,
        public=True,
        about=f"{view.round} challenge",
    )


def _throws(view: DojoView) -> prompt.Prompt:
    choices = tuple(
        prompt.Choice(id=throw, label=name) for throw, name in texts.THROW_NAMES.items()
    )
    challenger, dealer = _values(view)
    own, other = (challenger, dealer) if view.viewer == view.challenger else (dealer, challenger)
    if view.options.rps == "batch":
        asks = {
            "first": say("First throw"),
            "second": say("Second throw"),
            "third": say("Third throw"),
        }
        slots = tuple(
            prompt.PickOne(name=name, ask=ask, choices=choices) for name, ask in asks.items()
        )
        action = prompt.Action(kind="throws", label=say("Throw three times"), slots=slots)
    else:
        slot = prompt.PickOne(name="throw", ask=say("What do you throw?"), choices=choices)
        action = prompt.Action(kind="throw", label=say("Throw"), slots=(slot,))
    return prompt.Prompt(
        ask=say(
            "You have {mine} against {yours}. Each throw you win adds 1; the challenger wins ties.",
            mine=own,
            yours=other,
        ),
        actions=(action,),
        on_timeout=moves.BLINDLY,
        sealed=True,
    )


def _values(view: DojoView) -> tuple[int, int]:
    """The values of the challenger's and the dealer's card now."""
    if view.throws:
        return view.throws[-1].challenger_value, view.throws[-1].dealer_value
    challenger, dealer = duel_cards(view)
    return int(challenger[1]), int(dealer[1])


def duel_cards(view: DojoView) -> tuple[Card, Card]:
    """The challenger's and the dealer's card, face up."""
    assert view.challenger is not None, "there is a duel"
    assert view.dealer is not None, "there is a duel"
    challenger, dealer = view.seats[view.challenger].card, view.seats[view.dealer].card
    assert challenger is not None, "both cards are turned up"
    assert dealer is not None, "both cards are turned up"
    return challenger, dealer


def _exchange(view: DojoView) -> prompt.Prompt:
    challenger, dealer = duel_cards(view)
    won = view.winner == view.challenger
    own, other = (challenger, dealer) if won else (dealer, challenger)
    loser = view.dealer if won else view.challenger
    assert loser is not None, "a duel has a loser"
    keep, take = (best_gain(view, laying.mine(view), card) for card in (own, other))
    return prompt.Prompt(
        ask=say(
            "You won! Swap your {mine} for {loser}'s {yours}?",
            mine=texts.CARD_SHORT[own],
            yours=texts.CARD_SHORT[other],
            loser=seat(loser),
        ),
        actions=(
            prompt.Action(
                kind="exchange",
                label=with_icon(say("Swap"), f"tatami:{other}"),
                short=say("Take it: +{points}", points=take),
                tone="main",
            ),
            prompt.Action(
                kind="keep",
                label=with_icon(say("Keep"), f"tatami:{own}"),
                short=say("Keep it: +{points}", points=keep),
                tone="main",
            ),
        ),
        on_timeout=moves.KEEP,
        public=True,
    )


_QUESTIONS: dict[Stage, Callable[[DojoView], prompt.Prompt]] = {
    Stage.RECRUIT: _recruit,
    Stage.CHALLENGE: _challenge,
    Stage.THROWS: _throws,
    Stage.EXCHANGE: _exchange,
    Stage.TRAIN: laying.ask_cell,
    Stage.TROPHY: laying.ask_line,
}
"""The question of each stage; the end has none."""
