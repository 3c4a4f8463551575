"""Premoves over the wire: offered in the hand, kept, taken back and played."""

import pytest

from bot.ui.pictures.paint_queue import PaintQueue, TooBusyError
from playground.testing.people import PlaygroundUser
from playground.testing.snapshots import ShownMessage
from tests.integration.support.running_bot import TABLE, RunningBot


async def seated(
    env: RunningBot, *people: PlaygroundUser
) -> tuple[ShownMessage, list[tuple[PlaygroundUser, ShownMessage]]]:
    """Start a match of Tomate; return the table and all hands in turn order, the dealer's last."""
    table, hands = await env.seated(*people)
    dealer = next(person for person, hand in hands.items() if "unseen?" in hand.text)
    match = (await env.bot.store.matches.all_open())[0]
    seats = [holder.sitter.player_id for holder in match.holders]
    place = seats.index(dealer.user.id)
    order = [*seats[place + 1 :], *seats[: place + 1]]
    by_id = {person.user.id: (person, hand) for person, hand in hands.items()}
    return table, [by_id[player_id] for player_id in order if player_id is not None]


async def test_an_answer_is_kept_and_given(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A bid pressed early is kept in secret, taken back, kept again, and then played."""
    table, ((mano, hand), (second, others), (dealer, deal)) = await seated(env, ana, ben, chen)
    before = (table.text, others.text, deal.text)
    offered = hand.text
    await mano.click(hand, "» Pass")
    saved = hand.text
    await mano.click(hand, "Cancel premove")
    again = hand.text
    await mano.click(hand, "» Play")
    unseen = (table.text, others.text, deal.text)

    assert "In advance:" in offered
    assert "In advance: **Pass**" not in offered
    assert "In advance: **Pass**" in saved
    assert again == offered
    assert unseen == before

    await dealer.click(deal, "Leave it")
    await second.until(lambda: "Play this hand" in others.text, "the bid that was made in advance")
    await env.settled()
    log = await dealer.slash(TABLE, "match log")

    assert any(button.startswith("» A") for button in hand.buttons)
    assert f"**{mano.name}** plays" in log.text


async def test_a_command_answers_in_advance(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """/premove completes, keeps and deletes a premove, and refuses players without one."""
    _, ((mano, hand), _, (dealer, _)) = await seated(env, ana, ben, chen)
    offers = await mano.complete(TABLE, "premove make", focused="answer", answer="p")
    reply = await mano.slash(TABLE, "premove make", answer="pass")
    saved = hand.text
    wrong = await mano.slash(TABLE, "premove make", answer="fly")
    forgotten = await mano.slash(TABLE, "premove cancel")
    again = await mano.slash(TABLE, "premove cancel")
    asked = await dealer.slash(TABLE, "premove make", answer="pass")

    assert {"Pass", "Play"} <= set(offers)
    assert [answer.ephemeral for answer in (reply, wrong, forgotten, asked)] == [True] * 4
    assert "Premove saved." in reply.text
    assert "In advance: **Pass**" in saved
    assert "Pass" in wrong.text
    assert "You have no premove now" in forgotten.text
    assert "You have no premove to cancel" in again.text
    assert "In advance: **Pass**" not in hand.text
    assert "nothing you can premove" in asked.text


async def test_every_hand_of_a_player_shows_what_is_kept(
    env: RunningBot, ana: PlaygroundUser, ben: PlaygroundUser, chen: PlaygroundUser
) -> None:
    """A premove set in the channel is also shown in the same player's DM."""
    _, ((mano, hand), *_) = await seated(env, ana, ben, chen)
    await mano.slash(TABLE, "me dm on")
    letter = mano.latest("@bot")
    await mano.click(hand, "» Pass")
    await mano.until(lambda: "In advance: **Pass**" in letter.text, "the DM to follow")
    await mano.click(hand, "Cancel premove")
    await mano.until(lambda: "In advance: **Pass**" not in letter.text, "the DM to follow back")


async def test_a_typed_answer_is_kept_though_no_picture_is_painted(
    env: RunningBot,
    ana: PlaygroundUser,
    ben: PlaygroundUser,
    chen: PlaygroundUser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Under load, /premove confirms the premove as text, and the hand shows it later."""
    _, ((mano, hand), *_) = await seated(env, ana, ben, chen)

    async def busy(*_: object) -> None:
        raise TooBusyError

    with monkeypatch.context() as load:
        load.setattr(PaintQueue, "paint", busy)
        reply = await mano.slash(TABLE, "premove make", answer="pass")
    await env.settled()

    assert "Premove saved." in reply.text
    assert "In advance: **Pass**" in hand.text
    assert list(hand.files) == ["hand.png"]
