"""A table's options, chosen before the first roll."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from games.core.options import Options, PresetKey, option

NO_LIMIT = 1000
"""More karma than a match can bring."""


class DicedOptions(Options):
    """Every variant and house rule of Diced Tomatoes; the defaults are the regular game."""

    presets: ClassVar[Mapping[PresetKey, Mapping[str, Any]]] = {
        "quick": {"dice_pick": "random", "zero_vines": "automatic"}
    }

    variants: ClassVar[tuple[str, ...]] = ("golden", "risky", "karma_overload")

    golden: bool = option(
        default=False,
        title="Sunny Golden Hybrid",
        help="One golden die per player raises a vine by 1; a vine above 6 is overripe.",
    )
    risky: bool = option(
        default=False,
        title="Risky Tomatoes",
        help=(
            "Matched slots pay a bonus, karma equals the vine's score, and red dice count at"
            " the end."
        ),
    )
    karma_overload: bool = option(
        default=False,
        title="Karma Overload",
        help="Earn 1 karma for every third die you put on others' vines or pass on.",
    )
    slot_bonus: Literal["by_rules", "6", "7", "off"] = option(
        "by_rules",
        title="Matched slot",
        help="Total points for a vine whose score equals its slot number.",
        labels={
            "by_rules": "6 with Risky Tomatoes, otherwise no bonus",
            "6": "6 points",
            "7": "7 points",
            "off": "no bonus",
        },
    )
    flip: Literal["loose", "strict"] = option(
        "loose",
        title="Flipping a seed",
        help="Whether a flipped seed also changes what the vine accepts.",
        labels={"loose": "counts only for the score", "strict": "also counts for growing"},
    )
    zero_vines: Literal["choice", "automatic"] = option(
        "choice",
        title="Worthless vines",
        help="Whether vines worth 0 or less are cleared at the end of each turn.",
        labels={"choice": "the active player chooses", "automatic": "all are cleared"},
    )
    turn_karma_cap: Literal[12, 6, 0] = option(
        12,
        title="Karma limit",
        help="The most karma you can hold during your turn, and after it.",
        labels={"12": "12 during a turn, 6 after it", "6": "6 at all times", "0": "no limit"},
    )
    dice_pick: Literal["choose", "random"] = option(
        "choose",
        title="Drawing dice",
        help="How the colours of the drawn dice are decided.",
        labels={"choose": "the player chooses", "random": "random colours"},
    )
    karma_reach: Literal["own", "any"] = option(
        "own",
        title="Karma reach",
        help="The vines you can clean and the seeds you can flip.",
        labels={"own": "only their own", "any": "anyone's"},
    )
    first_bonus: Literal[2, 3] = option(
        2,
        title="First to six",
        help="Points for the first player to harvest a sixth tomato.",
        labels={"2": "2 points", "3": "3 points"},
    )

    @property
    def karma_in_turn(self) -> int:
        """The most karma during one's own turn (D27)."""
        return self.turn_karma_cap or NO_LIMIT

    @property
    def karma_between_turns(self) -> int:
        """The most karma when one's turn ends (D27)."""
        return 6 if self.turn_karma_cap else NO_LIMIT

    @property
    def match_total(self) -> int:
        """The total for a matched slot; 0 if matches bring no bonus."""
        if self.slot_bonus == "by_rules":
            return 6 if self.risky else 0
        return {"6": 6, "7": 7, "off": 0}[self.slot_bonus]
