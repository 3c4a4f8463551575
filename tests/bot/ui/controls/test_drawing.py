"""Drawn controls: the right one for each shape, readable without colours, within the limits."""

from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord
import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from bot.ui.controls.draft import EMPTY, Draft
from bot.ui.controls.drawing.components import (
    LAMP,
    Button,
    GridRow,
    among,
    buttons_of,
    height,
    in_two_rows,
    text,
    with_below,
)
from bot.ui.controls.drawing.prompt import draw, draw_ahead, draw_public
from bot.ui.i18n.icons import EMOJIS
from bot.ui.kit.limits import (
    OUR_CHARACTERS,
    PUBLIC_CHARACTERS,
    PUBLIC_COMPONENTS,
    characters,
    components,
)
from games.core.prompt import Action, Choice, Form, Grid, PickOne, PickSome, Prompt, Tone
from games.core.text import Reader, say, symbol, with_icon
from tests.bot.ui.controls.drawn import READER, buttons, labels, parts, problems, selects, texts
from tests.bot.ui.controls.questions import asked, prompts, question_of
from tests.bot.ui.controls.samples import (
    BATCH,
    BID,
    CARDS,
    CLEAN,
    HAND,
    PLACE,
    PLAY,
    SWAP,
    action,
    choices,
    pick,
    prompt,
)
from tests.games.case import Case
from tests.games.cases import ALL_CASES
from tests.support.sampling import sample

TONES: tuple[Tone, ...] = ("plain", "good", "bad")


def test_actions_without_slots_are_buttons() -> None:
    """Each free action is a button in its tone; take-back is plain and last."""
    assert buttons(BID) == [
        ("Play against Ana_B", 3, False),
        ("Pass", 2, False),
        ("Take back", 2, False),
    ]


def ahead(drawn: Prompt, draft: Draft = EMPTY) -> list[tuple[str, int]]:
    """The label and style of each button of an answer that is given in advance."""
    items = draw_ahead(question_of(drawn), draft, READER)
    return [(b["label"], b["style"]) for b in parts(items, 2)]


def test_an_answer_in_advance_is_grey() -> None:
    """Each is a grey button with an arrow, but in a narrow grid; what is chosen is green."""
    assert ahead(BID) == [("» Play against Ana_B", 2), ("» Pass", 2), ("» Take back", 2)]
    grid = pick("cell", "AB", Grid(columns=2))
    assert ahead(prompt(action("cell", "Cell", grid))) == [("A", 2), ("B", 2)]
    begun = ahead(BATCH, Draft(action=0, values={"first": "one"}))
    assert begun
    assert {style for _, style in begun} <= {2, 3}


def test_an_action_that_leaves_no_choice_is_a_button() -> None:
    """If everything must be chosen, the action is one button, in the channel too."""
    public = draw_public(question_of(CLEAN), READER)

    assert labels(CLEAN) == ["Clean it", "Leave it"]
    assert [button["label"] for button in parts(public, 2)] == ["Clean it", "Leave it"]


def test_the_main_action_of_several_lies_open() -> None:
    """The first slot of the main action is drawn at once, and other actions are buttons.

    What another action asks for replaces them all.
    """
    place = replace(PLACE.actions[0], tone="main")
    other = replace(PLACE.actions[0], kind="other", label=say("Other"))

    assert labels(prompt(other, *PLAY.actions, place)) == [
        *("die 0 → plot 1", "die 1", "die 2"),
        "Other",
        "Play a card",
    ]
    assert labels(prompt(other, *PLAY.actions, place), Draft(action=1))[3:] == ["Back"]
    assert [label for label, _, _ in buttons(prompt(other, PLACE.actions[0]))] == [
        "Other",
        "Place a die",
    ]


def test_a_small_action_is_named_even_if_it_is_the_only_one_with_choices() -> None:
    """What costs something stays behind its button, in the hand and in the channel."""
    clean = replace(action("clean", "Clean a vine", pick("vine", "12")), short=say("Clean 3♥"))
    asked = prompt(clean, action("end", "End the turn"), public=True)

    assert labels(asked) == ["Clean 3♥", "End the turn"]
    assert [part["label"] for part in parts(draw_public(question_of(asked), READER), 2)] == [
        "End the turn"
    ]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["one", "", "two", "four"], ["one\ntwo\nfour"]),
        (["one", "two", "fives", "x"], ["one\ntwo\n-# …"]),
        (["", ""], []),
    ],
    ids=["all", "too many", "none"],
)
def test_lines_that_find_no_room_are_an_ellipsis(lines: list[str], shown: list[str]) -> None:
    """A text has no empty lines, and an ellipsis where its next line would be too much."""
    displays: list[Any] = text(lines, most=12)

    assert [display.content for display in displays] == shown


@pytest.mark.parametrize("sign", ["", "-# "], ids=["usual", "small"])
def test_the_signs_of_bold_take_no_room(sign: str) -> None:
    """A line with ten bold letters is as high as one without."""
    bold, plain = (height([discord.ui.TextDisplay(sign + 10 * s)]) for s in ("a**b**", "ab"))
    assert bold == plain


@pytest.mark.parametrize(
    ("suggested", "marked"),
    [
        ({"kind": "other", "card": CARDS[1]}, [CARDS[1]]),
        ({"kind": "card", "card": CARDS[1]}, []),
        (None, []),
    ],
    ids=["this action", "another", "nothing"],
)
def test_the_suggested_choice_is_marked(suggested: Form | None, marked: list[str]) -> None:
    """The button of a suggested choice has a lamp, if it belongs to the suggested action."""
    card = pick("card", tuple(choices(CARDS)))
    drawn = prompt(*PLAY.actions, action("other", "Other", card))
    items = draw(question_of(drawn), Draft(action=1), READER, suggested=suggested)

    assert [
        button["label"].removesuffix(LAMP)
        for button in parts(items, 2)
        if button["label"].endswith(LAMP)
    ] == marked


@pytest.mark.parametrize(("die", "marked"), [("1", []), ("2", ["plot 1"])])
def test_only_a_step_to_the_suggested_answer_is_marked(die: str, marked: list[str]) -> None:
    """A place below another die than the suggested one has no lamp."""
    suggested: Form = {"kind": "place", "die": "2", "plot": "plot 1"}
    items = draw(question_of(PLACE), Draft(0, {"die": die}), READER, suggested=suggested)

    assert [
        button["label"].removesuffix(LAMP)
        for button in parts(items, 2)
        if "plot" in button["label"] and button["label"].endswith(LAMP)
    ] == marked


def test_names_are_escaped_where_markdown_is_and_only_there() -> None:
    """A name is escaped in a text, and unchanged on a button."""
    fold = replace(BID.actions[1], hint=say("You pay nothing."))
    asked = prompt(BID.actions[0], fold)
    assert "-# Play against Ana\\_B: Without a trick you pay 3." in texts(asked)[1]
    assert buttons(asked)[0][0] == "Play against Ana_B"


def test_the_only_hint_needs_no_name() -> None:
    """Where one action alone has a hint, its name isn't repeated."""
    assert "-# Without a trick you pay 3." in texts(BID)


def test_a_hand_is_lettered_and_only_what_can_be_played_has_a_button() -> None:
    """Cards are lettered by position, and blocked ones have no button."""
    assert labels(PLAY) == [
        f"{letter} · {card}" for letter, card in zip("ABC", CARDS, strict=False)
    ]
    assert not [line for line in texts(PLAY) if "follow" in line]


@pytest.fixture
def icon() -> Iterator[str]:
    """Return the key of an icon that Discord has."""
    EMOJIS.learn("spanish:7O", discord.PartialEmoji(name="tt_seven", id=7))
    yield "spanish:7O"
    EMOJIS.forget()


def test_an_icon_stands_for_the_words_on_a_button(icon: str) -> None:
    """A card with an icon is a letter and an emoji on its button; texts keep the words."""
    seven = with_icon(say("7 of oros"), icon)
    card = replace(choices(["x"])[0], label=seven)
    held = PickOne(name="card", ask=seven, choices=(card,), layout=HAND.layout)
    drawn = prompt(action("card", "Play", held), action("other", "Other", held))
    item = parts(draw(question_of(drawn), EMPTY, READER), 2)[0]

    assert (item["label"], item["emoji"]["id"]) == ("A", 7)
    assert "<:tt_seven:7> 7 of oros" in " ".join(texts(drawn))


def have_icons(*result: Choice) -> list[bool]:
    """Tell which buttons of a slot with these choices show an icon."""
    slot = PickOne(name="line", ask=say("Where?"), choices=result)
    drawn = draw(question_of(prompt(action("put", "Put", slot))), EMPTY, READER)
    return [item.get("emoji") is not None for item in parts(drawn, 2)]


def test_an_icon_of_all_choices_is_on_no_button(icon: str) -> None:
    """Buttons that would show the same icon show none, so that more stand in a row."""
    line, other = choices(["A", "B"])
    same, alike = (replace(item, label=with_icon(item.label, icon)) for item in (line, other))

    assert have_icons(same, alike) == [False, False]
    assert have_icons(same, other) == [True, False]


def test_an_icon_is_the_name_of_what_leaves_one_choice(icon: str) -> None:
    """What has one place is named by its icon or in words, with no number after the place."""
    there = PickOne(name="place", ask=say("Where?"), choices=choices(["Vine 2"]))
    seven, other = choices(["Seven", "Other"])
    seven = replace(seven, label=with_icon(seven.label, icon), then=(there,), copies=2)
    card = pick("card", (seven, other))
    drawn = prompt(action("put", "Put", card))

    assert labels(drawn) == ["Vine 2", "Other"]
    assert have_icons(seven, seven) == [True, True]
    EMOJIS.forget()
    assert labels(drawn) == ["Seven → Vine 2", "Other"]


@pytest.mark.parametrize(
    ("above", "row", "sizes"),
    [
        (["AB"], discord.ui.ActionRow, [3]),
        (["ABC", "DE"], discord.ui.ActionRow, [3, 3]),
        (["AB", "CD"], GridRow, [2, 2, 1]),
    ],
)
def test_other_buttons_share_rows_that_a_phone_would_break(
    above: list[str], row: type[discord.ui.ActionRow[Any]], sizes: list[int]
) -> None:
    """A button below choices saves a row unless they are a grid, whose columns would be lost."""
    lines = [row(*called(names)) for names in above]

    assert [len(buttons_of(item)) for item in with_below(lines, called("Z"))] == sizes


@pytest.mark.parametrize(
    ("above", "row", "room", "sizes"),
    [
        (["ABC"], discord.ui.ActionRow, 2, [2, 1]),
        (["A"], discord.ui.ActionRow, 2, [1]),
        (["AB"], discord.ui.ActionRow, 1, [2]),
        (["AB", "C"], discord.ui.ActionRow, 3, [2, 1]),
        (["AB"], GridRow, 2, [2]),
    ],
)
def test_a_lone_row_takes_the_room_of_two(
    above: list[str], row: type[discord.ui.ActionRow[Any]], room: int, sizes: list[int]
) -> None:
    """A lone row of buttons becomes two where a game keeps room for more rows."""
    lines = [row(*called(names)) for names in above]

    assert [len(buttons_of(item)) for item in in_two_rows(lines, room)] == sizes


@settings(max_examples=sample(200))
@given(prompts(), integers(1, 4))
def test_a_hand_keeps_every_control(shape: Prompt, room: int) -> None:
    """Breaking rows and adding buttons below leaves out nothing that a question draws."""
    items = draw(question_of(shape), EMPTY, READER)
    hand = with_below(in_two_rows(items, room), called("Z"), least=room)

    assert parts(hand, 3) == parts(items, 3)
    assert [button["label"] for button in parts(hand, 2)][:-1] == [
        button["label"] for button in parts(items, 2)
    ]


@pytest.mark.parametrize(("row", "sizes"), [(discord.ui.ActionRow, [2, 2]), (GridRow, [1, 1, 2])])
def test_others_fill_the_gaps_beside_long_choices(
    row: type[discord.ui.ActionRow[Any]], sizes: list[int]
) -> None:
    """A short button joins a long one that another long one would not fit beside."""
    long = [row(discord.ui.Button(label="A long way to say it")) for _ in range(2)]
    short: list[Button] = [discord.ui.Button(label=name) for name in ("Re-roll", "Undo it")]

    assert [len(buttons_of(item)) for item in among(long, short)] == sizes


def test_without_a_picture_answers_come_first() -> None:
    """Only below a picture do other buttons fill gaps between answers."""
    ways = ("A longer way to say it", "A long way to say it")
    way = PickOne(name="way", ask=say("How?"), choices=choices(ways))
    spoken = prompt(action("say", "Say", way), action("roll", "Re-roll"), action("undo", "Undo it"))

    for pictured, order in (True, (0, 2, 1, 3)), (False, (0, 1, 2, 3)):
        drawn = parts(draw(question_of(spoken), EMPTY, READER, pictured=pictured), 2)
        names = (*ways, "Re-roll", "Undo it")
        assert [item["label"] for item in drawn] == [names[place] for place in order]


@pytest.mark.parametrize(("pictured", "order"), [(True, (0, 2, 1)), (False, (0, 1, 2))])
def test_without_a_picture_the_way_back_comes_last(pictured: bool, order: tuple[int, ...]) -> None:
    """Only below a picture does the Back button fill a gap between the choices of a step."""
    names = ("A way to say it now", "Another long way that fills this line", "Back")
    step = Choice(id="say", label=say("Say"), then=(pick("way", names[:2]),))
    nested = prompt(action("do", "Do", pick("what", (step, *choices(["Wait"])))))
    begun = Draft(0, {"what": "say"})
    drawn = parts(draw(question_of(nested), begun, READER, pictured=pictured), 2)

    assert [item["label"] for item in drawn] == [names[place] for place in order]


def called(names: str) -> list[Button]:
    """Return buttons with these names."""
    return [discord.ui.Button(label=name) for name in names]


def test_a_button_bears_what_it_brings() -> None:
    """A button shows its choice's outcome, and the hint is left out."""
    vine = replace(choices(["vine 1"])[0], outcome=say("2/4"), hint=say("It grows."))
    place = PickOne(name="vine", ask=say("Where?"), choices=(vine,))
    drawn = prompt(action("place", "Place", place))

    assert labels(drawn) == ["vine 1 → 2/4"]
    assert not [line for line in texts(drawn) if "grows" in line]


@pytest.mark.parametrize("count", [20, 26])
def test_a_long_label_keeps_its_letter(count: int) -> None:
    """A cut label keeps its letter, on buttons and in selects."""
    long = pick("card", [f"{place} {'very ' * 60}long" for place in range(count)], HAND.layout)
    asked_long = prompt(action("card", "Play", long))
    cut = [label for label in labels(asked_long) if "·" in label]
    cut += [option["label"] for select in selects(asked_long) for option in select["options"]]

    assert [label[:4] for label in cut[:3]] == ["A · ", "B · ", "C · "]
    assert all(label.endswith("…") for label in cut)


def test_a_grid_keeps_its_columns() -> None:
    """Choices in a grid of three columns are in rows of three."""
    grid = pick("cell", [str(n) for n in range(12)], Grid(columns=3))
    items = draw(question_of(prompt(action("cell", "Cell", grid))), EMPTY, READER)
    more = with_below(items, called("ABC"))

    assert [len(row["components"]) for row in parts(items, 1)] == [3, 3, 3, 3]
    assert [len(row["components"]) for row in parts(more, 1)] == [3, 3, 3, 3, 3]


def test_a_grid_keeps_the_places_of_blocked_choices() -> None:
    """What can't be chosen in a grid is a disabled grey button in its place."""
    cells = [
        replace(cell, blocked=say("No.") if place % 2 else None)
        for place, cell in enumerate(choices([str(n) for n in range(6)]))
    ]
    grid = pick("cell", cells, Grid(columns=3))
    shown = buttons(prompt(action("cell", "Cell", grid)))

    assert shown == [(str(n), 2 - (n + 1) % 2, n % 2 == 1) for n in range(6)]


def test_more_than_a_select_can_hold_comes_in_even_pages() -> None:
    """Sixty choices are three pages of twenty, and the select says which part it shows."""
    many = pick("x", [f"x{n}" for n in range(60)])
    asked_many = prompt(action("x", "X", many))
    turned = Draft(pages={"0.0": 1})

    assert [option["label"] for option in selects(asked_many, turned)[0]["options"]] == [
        f"x{n}" for n in range(20, 40)
    ]
    assert selects(asked_many, turned)[0]["placeholder"] == "21 to 40 of 60: Which?"
    assert buttons(asked_many, turned) == [
        ("Previous (page 1 of 3)", 2, False),
        ("Next (page 3 of 3)", 2, False),
    ]
    assert [disabled for _, _, disabled in buttons(asked_many)] == [True, False]
    assert [disabled for _, _, disabled in buttons(asked_many, Draft(pages={"0.0": 9}))] == [
        False,
        True,
    ]


def test_a_chosen_die_opens_its_plots() -> None:
    """A choice that opens another comes first, and then that other, with the way back."""
    chosen = Draft(action=0, values={"die": "1"})

    assert labels(PLACE) == ["die 0 → plot 1", "die 1", "die 2"]
    assert labels(PLACE, chosen) == ["plot 1", "plot 2", "Back"]
    assert texts(PLACE, chosen) == ["**Which plot?**"]


def test_the_only_possible_die_need_not_be_chosen() -> None:
    """If only one choice is possible, what it opens is asked at once."""
    die, *stuck = PLACE.actions[0].slots[0].choices[::-1]
    blocked = tuple(replace(other, blocked=say("It has no place.")) for other in stuck)
    only = prompt(
        action("place", "Place", PickOne(name="die", ask=say("?"), choices=(die, *blocked)))
    )

    assert labels(only) == ["plot 1", "plot 2", "plot 3"]


@pytest.mark.parametrize(
    ("others", "count", "shown"),
    [
        ("ab", 2, ["a", "b", "c0", "c1"]),
        ("ab", 3, ["a", "b"]),
        ("", 4, ["c0", "c1", "c2", "c3"]),
        ("", 5, []),
    ],
)
def test_a_large_group_of_choices_is_a_menu(others: str, count: int, shown: list[str]) -> None:
    """Up to two choices of a group are buttons, more of them one menu below the other buttons.

    Without others, up to four are buttons.
    """
    group = [
        replace(choice, group=say("More")) for choice in choices([f"c{n}" for n in range(count)])
    ]
    slot = pick("x", (*choices(others), *group))
    asked_group = prompt(action("x", "X", slot))
    menus = [[option["label"] for option in select["options"]] for select in selects(asked_group)]

    assert labels(asked_group) == shown
    assert menus == ([] if "c0" in shown else [[f"c{n}" for n in range(count)]])


def test_a_choice_has_its_own_tone() -> None:
    """A choice that is good or bad for the chooser is green or red, among blue ones."""
    tones = [replace(choice, tone=tone) for choice, tone in zip(choices("abc"), TONES, strict=True)]
    slot = pick("x", tones)

    assert [style for _, style, _ in buttons(prompt(action("x", "X", slot)))] == [1, 3, 4]


def test_what_is_chosen_of_several_is_green() -> None:
    """A chosen thing has a green button with a tick; the others are blue, or grey if they are only
    a step beside another answer.
    """
    slot = PickSome(name="x", ask=say("Which two?"), choices=choices("abc"), least=2, most=2)
    only, begun = action("x", "X", slot), Draft(0, {"x": ["b"]})
    for drawn, usual in (prompt(only), 1), (prompt(only, action("pass", "Pass")), 2):
        shown = [(label, style) for label, style, _ in buttons(drawn, begun)]
        assert shown[:3] == [("a", usual), ("✓ b", 3), ("c", usual)]
    assert texts(prompt(only))[-1] == "-# Which two? choose 2"


@pytest.mark.parametrize("count", [3, 13], ids=["buttons", "menu"])
@pytest.mark.parametrize(
    ("least", "most", "line"),
    [(2, 2, "1 of 2 chosen"), (1, 2, "1 chosen (choose 1 to 2)")],
    ids=["fixed", "free"],
)
def test_it_is_told_how_many_may_be_chosen(count: int, least: int, most: int, line: str) -> None:
    """A line tells how many things are chosen, and how many have to be."""
    things = choices([f"x{n}" for n in range(count)])
    slot = PickSome(name="x", ask=say("Which?"), choices=things, least=least, most=most)

    shown = texts(prompt(action("x", "X", slot)), Draft(0, {"x": ["x1"]}))
    assert any(words.endswith(line) for words in shown)


def test_no_button_stands_alone() -> None:
    """Buttons that need two rows on a phone share them evenly."""
    held = pick("card", [f"card {n}" for n in range(5)])
    items = draw(question_of(prompt(action("card", "Play", held))), EMPTY, READER)

    assert [len(row["components"]) for row in parts(items, 1)] == [3, 2]


def test_the_same_for_several_things_is_asked_step_by_step() -> None:
    """Slots with the same choices are asked one by one, the next open one by buttons."""
    begun = Draft(action=0, values={"first": "one", "third": "two"})
    full = replace(begun, values=dict.fromkeys(("first", "second", "third", "fourth"), "one"))

    assert labels(BATCH, begun) == [*("one", "two", "three", "four"), "Rest: one", "Clear"]
    assert "**second card goes to**" in texts(BATCH, begun)
    last = replace(full, values=dict.fromkeys(("first", "second", "third"), "one"))
    assert labels(BATCH, last) == [*("one", "two", "three", "four"), "Clear"]
    assert buttons(BATCH, full)[0] == ("Allot", 1, False)
    assert labels(BATCH) == [*("one", "two", "three", "four"), "Form"]
    assert not selects(BATCH)


def test_below_a_picture_each_step_is_one_line() -> None:
    """A picture that shows what is chosen leaves only the step's question to the text."""
    values = dict.fromkeys(("first", "second", "third", "fourth"), "one")
    for taken, line in enumerate(("first", "second", "third", "fourth", "")):
        draft = Draft(action=0, values=dict([*values.items()][:taken])) if taken else EMPTY
        drawn = draw(question_of(BATCH), draft, READER, pictured=True)
        asked = f"**{line} card goes to**" if line else f"**{BATCH.ask.message}**"
        assert [part["content"] for part in parts(drawn, 10)] == [asked]


def test_several_unlike_slots_are_selects_with_a_send() -> None:
    """Two slots with different choices are two selects, and the text says what is missing.

    All can be chosen in one form, too, also once it is begun.
    """
    slots = (
        PickOne(name="a", ask=say("First?"), choices=choices(["x", "y"])),
        PickOne(name="b", ask=say("Second?"), choices=choices(["z"])),
    )
    unlike = prompt(action("all", "All", *slots))
    begun = Draft(action=0, values={"a": "x"})

    assert len(selects(unlike)) == 2
    assert buttons(unlike, begun) == [("All", 1, True), ("Form", 2, False), ("Clear", 2, False)]
    assert "-# Still to choose: Second?" in texts(unlike, begun)


@pytest.mark.parametrize(("name", "menus"), [("Turn", 0), ("Turn over one of the dice", 1)])
def test_three_actions_of_a_group_are_buttons_if_they_fit(name: str, menus: int) -> None:
    """Three short actions beside an open choice are a row of buttons, and long ones a menu."""
    slot = pick("x", "ab")
    place = replace(action("place", "Place", slot), tone="main")
    turns = [
        replace(action(f"t{n}", f"{name} {n}", slot), short=say(f"{name} {n}"), group=say("More"))
        for n in range(3)
    ]

    assert len(selects(prompt(place, *turns))) == menus


@pytest.mark.parametrize(
    ("counts", "whole"),
    [((12, 13, 11), (True, False, True)), ((12, 12, 11), (True, True, False))],
    ids=str,
)
def test_a_group_leaves_room_for_each_of_its_actions(
    counts: tuple[int, ...], whole: tuple[bool, ...]
) -> None:
    """A menu of a group has all answers of an action, or only its name so that all have room."""
    group = [
        replace(
            action(
                f"kind{count}{place}", f"Take {place}", pick("one", [f"c{n}" for n in range(count)])
            ),
            short=say(f"Take {place}"),
            group=say("Take"),
        )
        for place, count in enumerate(counts)
    ]
    (menu,) = selects(prompt(*group))
    labels = [option["label"] for option in menu["options"]]
    expected = [
        label
        for place, count in enumerate(counts)
        for label in (
            [f"Take {place}: c{n}" for n in range(count)] if whole[place] else [f"Take {place}"]
        )
    ]
    assert labels == expected


def test_a_code_stands_before_its_effect() -> None:
    """A button joins a code and its effect by a space, and a name and its effect by an arrow."""
    effects = (
        Choice(id="II", label=symbol("II"), outcome=say("+2")),
        Choice(id="x", label=say("Vine"), outcome=say("+3")),
        Choice(id="IV", label=say("the last"), short=symbol("IV"), outcome=say("+4")),
    )
    slot = pick("one", effects)
    assert labels(prompt(action("take", "Take", slot))) == ["II +2", "Vine → +3", "IV +4"]


def test_a_confirmation_shows_what_is_chosen() -> None:
    """A confirmation lists the chosen values and offers to send them or go back."""
    full = dict.fromkeys(("first", "second", "third", "fourth"), "one")
    sure = Draft(action=0, values=full, confirming=True)

    assert texts(BATCH, sure)[0] == "**You may not look at them again. Sure?**"
    assert "second card goes to → one" in texts(BATCH, sure)[1]
    assert labels(BATCH, sure) == ["Allot", "Back"]


def test_each_copy_is_an_option_of_its_own() -> None:
    """Each copy of a kind is an option of its own, numbered in words."""
    labels = [option["label"] for option in selects(SWAP)[0]["options"]]

    assert labels[:4] == ["eggplant 1", "eggplant 1 (2nd)", "eggplant 1 (3rd)", "eggplant 2"]


def test_a_long_kind_keeps_its_copy() -> None:
    """A cut label keeps the number of its copy."""
    long = choices(["very " * 50 + "long"], copies=20)
    some = PickSome(name="some", ask=say("Which?"), choices=long, least=1, most=20)

    copies = selects(prompt(action("some", "Some", some)))[0]["options"]

    assert [option["label"][-7:] for option in copies[1:3]] == ["… (2nd)", "… (3rd)"]


def test_controls_stand_in_the_channel_only_where_a_press_says_it_all() -> None:
    """Public controls are drawn only for a public question that one press answers."""
    public = draw_public(question_of(BID), READER)

    assert [b["label"] for b in parts(public, 2)] == labels(BID)
    assert draw_public(question_of(PLAY), READER) == []
    assert draw_public(question_of(PLACE.model_copy(update={"public": True})), READER) == []


@settings(max_examples=sample(60))
@given(prompts())
def test_public_controls_leave_the_table_its_room(shape: Prompt) -> None:
    """Public controls take at most half a message; otherwise they are left out."""
    items = draw_public(question_of(shape), READER)

    assert problems(items) == []
    assert components(items) <= PUBLIC_COMPONENTS
    assert characters(items) <= PUBLIC_CHARACTERS


class _Upside(NullTranslations):
    """A language in which messages without arguments are reversed."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message[::-1]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # the base class's names
        return msgid1 if n == 1 else msgid2


@pytest.mark.parametrize("case", ALL_CASES, ids=repr)
def test_another_language_changes_no_address(case: Case) -> None:
    """Custom ids and option values are the same in every language."""
    other = Reader(names=("Zoë",) * 13, language="de", catalogue=_Upside())
    for question in asked(case):
        drawn = [draw(question, EMPTY, reader) for reader in (READER, other)]
        ids, foreign = (
            [
                (part["custom_id"], [option["value"] for option in part.get("options", ())])
                for part in (*parts(items, 2), *parts(items, 3))
            ]
            for items in drawn
        )

        assert ids == foreign


def test_hostile_words_break_no_limit() -> None:
    """Thirty blocked actions with very long reasons fit into a message."""
    actions = tuple(
        Action(kind=f"k{n}", label=say("l" * 500), blocked=say(f"{n} " + "why " * 300))
        for n in range(30)
    )

    assert problems(draw(question_of(prompt(*actions)), EMPTY, READER)) == []


def test_many_slots_with_endless_questions_are_shortened() -> None:
    """Eight slots with very long questions fit into a message."""
    labels = [f"choice {n}" for n in range(6)]
    reasons = {label: say(f"{label} " + "why " * 40) for label in labels[1:]}
    slots = tuple(
        PickOne(name=f"s{n}", ask=say("Which? " * 200), choices=choices(labels, blocked=reasons))
        for n in range(8)
    )
    items = draw(question_of(prompt(action("all", "All", *slots))), EMPTY, READER)

    assert problems(items) == []
    assert characters(items) <= OUR_CHARACTERS
    assert len(parts(items, 3)) == 8


def test_actions_that_do_not_fit_whole_become_buttons() -> None:
    """Of twelve actions with twenty choices each, the last three become buttons that open them."""
    twenty = choices([f"x{n}" for n in range(20)])
    actions = tuple(action(f"k{n}", f"Do {n}", pick("x", twenty)) for n in range(12))
    items = draw(question_of(prompt(*actions)), EMPTY, READER)
    shown = [part["label"] for part in parts(items, 2)]

    assert problems(items) == []
    assert len(parts(items, 3)) == 9
    assert shown == [f"Do {n}" for n in range(9, 12)]


def test_a_large_group_is_one_menu_of_whole_answers() -> None:
    """Up to two actions of a group are buttons, more are one menu that asks nothing further."""
    group = say("Use karma")
    card = pick("card", ["as", "rey"])
    kinds = (action("reroll", "Re-roll", card), PLACE.actions[0], action("flip", "Flip"))
    small = [replace(kind, group=group, short=kind.label) for kind in kinds]
    [menu] = selects(prompt(*small))

    assert not selects(prompt(*small[:2]))
    assert menu["placeholder"] == "Use karma"
    assert [(option["value"], option["label"]) for option in menu["options"][:4]] == [
        ("0.0.0", "Re-roll: as"),
        ("0.0.1", "Re-roll: rey"),
        ("1.0.0.0.0", "Place a die: die 0 → plot 1"),
        ("1.0.1.0.0", "Place a die: die 1 → plot 1"),
    ]
    assert menu["options"][-1]["value"] == "2"


@pytest.mark.parametrize(
    ("names", "is_menu"), [("four words on it", False), ("now seven words stand on it", True)]
)
def test_many_buttons_become_a_menu_in_the_channel(names: str, is_menu: bool) -> None:
    """A slot has at most two rows of buttons below a table, otherwise one select."""
    slot = pick("card", [f"{each_name} is long" for each_name in names.split()])
    drawn = draw_public(
        question_of(prompt(action("card", "Play", slot)).model_copy(update={"public": True})),
        READER,
    )

    assert [len(parts(drawn, kind)) for kind in (1, 3)] == ([1, 1] if is_menu else [2, 0])
