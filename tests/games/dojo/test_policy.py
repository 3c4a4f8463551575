"""The game's policy: rules of thumb that an experienced player would accept."""

from games.core.ai.memory import NO_MEMORY, Level
from games.core.rng import Rng
from games.dojo import DOJO
from games.dojo.rules.moves import CHALLENGE, EXCHANGE, GIVE, KEEP, PASS, PLACE, PUT, DojoMove
from games.dojo.rules.notation import position
from games.dojo.rules.state import State
from tests.support.rows import each_row

DOJOS = ["A1:M1 B1:M2", "A1:F1", "A1:T1"]


def dealing(card: str, dojo: str = DOJOS[0]) -> State:
    dojos = [dojo, *DOJOS[1:]]
    return position("recruit", turn=0, drawn=card, face_up="col-pair", dojos=dojos)


def asked(card: str) -> State:
    return position("challenge", turn=1, held=f"M3 {card} T2", face_up="col-pair", dojos=DOJOS)


def won(held: str, other: str) -> State:
    return position(
        "exchange",
        turn=1,
        held=f"{other} {held} T2",
        prize="col-pair",
        challenger=1,
        winner=1,
        dojos=["A1:B1", "A1:F1 B1:F2", "A1:T1"],
    )


def placing(card: str, dojo: str) -> State:
    dojos = [dojo, *DOJOS[1:]]
    return position("train", held=f"{card} F4 T2", face_up="col-pair", dojos=dojos)


def trophy(prize: str, dojo: str) -> State:
    return position("trophy", turn=0, prize=prize, challenger=1, winner=0, dojos=[dojo])


THUMBS: list[tuple[str, State, int, DojoMove]] = [
    ("keeps-what-it-collects", dealing("M4"), 0, GIVE[0]),
    ("keeps-a-belt-that-wins-duels", dealing("F4"), 0, GIVE[0]),
    ("gives-where-it-helps-least", dealing("F3"), 0, GIVE[2]),
    ("challenges-with-a-black-belt", asked("F5"), 1, CHALLENGE),
    ("challenges-with-a-yellow-belt", asked("F2"), 1, CHALLENGE),
    ("does-not-with-a-white-one", asked("F1"), 1, PASS),
    ("takes-what-it-collects", won("C4", "F3"), 1, EXCHANGE),
    ("keeps-what-it-collects-in-a-duel", won("F3", "C4"), 1, KEEP),
    ("opens-in-the-middle", placing("M5", ""), 0, PLACE["B2"]),
    ("lays-like-beside-like", placing("M5", "A1:M1 B1:M2 A2:F3"), 0, PLACE["C1"]),
    ("lays-belt-under-belt", placing("C4", "A1:M4 B1:F1 A2:F4 B2:B2"), 0, PLACE["A3"]),
    ("wild-on-the-best-row", trophy("row-wild", "A1:M1 B1:M2 C1:M3 D1:F1 A2:F2"), 0, PUT["1"]),
    ("double-on-three-equal", trophy("col-double", "A1:M1 B1:M4 B2:F4 B3:T4"), 0, PUT["B"]),
]


@each_row("state seat move", THUMBS)
def test_it_follows_the_rules_of_thumb(state: State, seat: int, move: DojoMove) -> None:
    """In a clear position, the policy makes the move that an experienced player would make."""
    assert DOJO.policy(DOJO.view(state, seat), NO_MEMORY, Level.NORMAL, Rng("thumb")) == move
