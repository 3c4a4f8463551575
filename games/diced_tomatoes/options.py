"""What a table may agree on before the first roll."""

from __future__ import annotations

from typing import Literal

from games.core.options import Options, option


class DicedOptions(Options):
    """Every variant and house rule of Diced Tomatoes; the defaults are the regular game."""

    golden: bool = option(
        default=False,
        title="Sunny Golden Hybrid",
        help="A golden die for each player raises a vine by 1; a vine above 6 is over-ripe.",
    )
    risky: bool = option(
        default=False,
        title="Risky Tomatoes",
        help="Matched slots pay a bonus, karma equals the vine's score, red dice count at the end.",
    )
    karma_overload: bool = option(
        default=False,
        title="Karma Overload",
        help="Every third die put on others' vines or passed on brings 1 karma.",
    )
    slot_bonus: Literal["by_rules", "6", "7", "off"] = option(
        "by_rules",
        title="Matched slot",
        help="What a vine counts in all when its score equals the number of its slot.",
        labels={
            "by_rules": "6 with Risky Tomatoes, else no bonus",
            "6": "6 points",
            "7": "7 points",
            "off": "no bonus",
        },
    )
    flip: Literal["loose", "strict"] = option(
        "loose",
        title="Flipping a seed",
        help="Whether a flipped seed counts for what the vine accepts, too.",
        labels={
            "loose": "counts for the score alone",
            "strict": "counts for growing too",
        },
    )
    zero_vines: Literal["automatic", "choice"] = option(
        "automatic",
        title="Vines worth nothing",
        help="Whether vines worth 0 or less are cleared at the end of every turn.",
        labels={
            "automatic": "all are cleared",
            "choice": "the player in turn chooses",
        },
    )
    turn_karma_cap: Literal[12, 6] = option(
        12,
        title="Karma within the turn",
        help="The most karma held during one's own turn; between turns it is always 6.",
        labels={"12": "12 at most", "6": "6 at most"},
    )
    dice_pick: Literal["choose", "random"] = option(
        "choose",
        title="Drawing dice",
        help="Who decides the colours of the dice drawn.",
        labels={"choose": "the player chooses", "random": "chance"},
    )
    karma_reach: Literal["own", "any"] = option(
        "own",
        title="Reach of karma",
        help="Whose vines can be cleaned and whose seeds flipped.",
        labels={"own": "one's own", "any": "anybody's"},
    )
    first_bonus: Literal[2, 3] = option(
        2,
        title="First to six",
        help="Points for whoever harvests a sixth tomato first.",
        labels={"2": "2 points", "3": "3 points"},
    )

    @property
    def match_total(self) -> int:
        """What a matched slot counts in all; 0 where matches bring nothing more."""
        if self.slot_bonus == "by_rules":
            return 6 if self.risky else 0
        return {"6": 6, "7": 7, "off": 0}[self.slot_bonus]
