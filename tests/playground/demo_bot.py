"""A small bot for the wire tests: one command for each thing a game host does on Discord."""

import io
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from bot.ui.program.local import local_discord, pointed_at
from playground.server import PlaygroundAddress
from playground.world.signal import Signal

VEGETABLES = ("tomato", "pepper", "cucumber", "basil", "onion")
GERMAN = {"dish": "gericht", "Choose a dish": "Wähle ein Gericht", "name": "sorte"}


def picture(width: int = 64, height: int = 48, color: bytes = b"\xc8\x45\x2f") -> bytes:
    """Return a small PNG of one colour."""
    with io.BytesIO() as file:
        Image.new("RGB", (width, height), tuple(color)).save(file, "PNG")
        return file.getvalue()


def picture_file(name: str = "table.png", color: bytes = b"\xc8\x45\x2f") -> discord.File:
    return discord.File(io.BytesIO(picture(color=color)), name, description="A red table.")


class Lobby(ui.View):
    """A public lobby: join, a hidden hand, a form, a refusal and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.names: list[str] = []

    @ui.button(label="Join", style=discord.ButtonStyle.success, custom_id="lobby:join")
    async def join(self, interaction: discord.Interaction, _button: "ui.Button[Lobby]") -> None:
        self.names.append(interaction.user.display_name)
        await interaction.response.edit_message(content=f"At the table: {', '.join(self.names)}")

    @ui.button(label="My hand", custom_id="lobby:hand")
    async def hand(self, interaction: discord.Interaction, _button: "ui.Button[Lobby]") -> None:
        name = interaction.user.display_name
        await interaction.response.send_message(
            f"The hand of {name}", ephemeral=True, file=picture_file("hand.png"), view=Hand()
        )

    @ui.button(label="Form", custom_id="lobby:form")
    async def form(self, interaction: discord.Interaction, _button: "ui.Button[Lobby]") -> None:
        await interaction.response.send_modal(Order())

    @ui.button(label="Silence", style=discord.ButtonStyle.danger, custom_id="lobby:silence")
    async def silence(self, _: discord.Interaction, _button: "ui.Button[Lobby]") -> None:
        """Answers nothing, like a bot that hangs."""

    @ui.button(label="Later", disabled=True, custom_id="lobby:later")
    async def later(self, _: discord.Interaction, _button: "ui.Button[Lobby]") -> None:
        """Never called: the button is disabled."""

    @ui.select(
        placeholder="A vegetable",
        custom_id="lobby:vegetable",
        options=[discord.SelectOption(label=name.title(), value=name) for name in VEGETABLES],
    )
    async def vegetable(self, interaction: discord.Interaction, menu: "ui.Select[Lobby]") -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"Chosen: {menu.values[0]}")

    @ui.select(cls=ui.UserSelect, placeholder="A guest", custom_id="lobby:guest", max_values=2)
    async def guest(self, interaction: discord.Interaction, menu: "ui.UserSelect[Lobby]") -> None:
        names = ", ".join(user.display_name for user in menu.values)
        await interaction.response.send_message(f"Invited: {names}")

    @ui.select(cls=ui.ChannelSelect, placeholder="A channel", custom_id="lobby:channel")
    async def channel(
        self, interaction: discord.Interaction, menu: "ui.ChannelSelect[Lobby]"
    ) -> None:
        await interaction.response.send_message(f"Elsewhere: {menu.values[0].name}")

    @ui.select(cls=ui.RoleSelect, placeholder="A role", custom_id="lobby:role")
    async def role(self, interaction: discord.Interaction, menu: "ui.RoleSelect[Lobby]") -> None:
        await interaction.response.send_message(f"Role: {menu.values[0].name}")


class Hand(ui.View):
    """The button of an ephemeral message."""

    @ui.button(label="Play a card", custom_id="hand:play")
    async def play(self, interaction: discord.Interaction, _button: "ui.Button[Hand]") -> None:
        await interaction.response.edit_message(content="Played.", attachments=[], view=None)


class Order(ui.Modal, title="An order"):
    """Every modal field that the bot may use."""

    note: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay("Write it down.")
    name: "ui.Label[Order]" = ui.Label(
        text="Name", description="Who orders", component=ui.TextInput(max_length=20)
    )
    dish: "ui.Label[Order]" = ui.Label(
        text="Dish",
        component=ui.Select(
            options=[discord.SelectOption(label=name.title(), value=name) for name in VEGETABLES],
            max_values=2,
        ),
    )
    guest: "ui.Label[Order]" = ui.Label(text="Guest", component=ui.UserSelect(required=False))
    size: "ui.Label[Order]" = ui.Label(
        text="Size",
        component=ui.RadioGroup(
            options=[
                discord.RadioGroupOption(label="Small", value="s"),
                discord.RadioGroupOption(label="Large", value="l"),
            ]
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts = (
            self.name.component.value,  # type: ignore[attr-defined]  # a label's component is any
            "+".join(self.dish.component.values),  # type: ignore[attr-defined]  # as above
            "+".join(user.display_name for user in self.guest.component.values) or "alone",  # type: ignore[attr-defined]  # as above
            self.size.component.value,  # type: ignore[attr-defined]  # as above
        )
        await interaction.response.send_message("Ordered: " + ", ".join(parts))


class TableLayout(ui.LayoutView):
    """A table of version 2 components, with a picture."""

    def __init__(self, name: str = "table.png") -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[TableLayout] = ui.ActionRow()
        button: ui.Button[TableLayout] = ui.Button(label="Turn", custom_id="layout:turn")
        button.callback = self.turn  # type: ignore[method-assign]  # how a plain button is wired
        row.add_item(button)
        self.add_item(
            ui.Container(
                ui.Section(
                    ui.TextDisplay("## The table\nIt is set."),
                    accessory=ui.Thumbnail(f"attachment://{name}", description="Small."),
                ),
                ui.Separator(),
                ui.MediaGallery(
                    discord.MediaGalleryItem(f"attachment://{name}", description="A red table.")
                ),
                row,
                accent_colour=0xC8452F,
            )
        )

    async def turn(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(
            view=TableLayout("turned.png"), attachments=[picture_file("turned.png", b"\0\x80\0")]
        )


class DemoBot(discord.Client):
    """A plain discord.py client with the commands below."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        wanted = intents or discord.Intents(guilds=True)
        super().__init__(intents=wanted, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.signal = Signal()
        command: app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
        for command in (play, deferred, dish, form, layout, letter, count, wave, quote):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_view(Lobby())
        await self.tree.set_translator(German())
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        self._note(f"message:{message.author.display_name}:{message.content}")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self._note(f"join:{guild.name}")

    async def on_resumed(self) -> None:
        self._note("resumed")

    async def on_ready(self) -> None:
        self._note("ready")

    def _note(self, event: str) -> None:
        self.events.append(event)
        self.signal.ring()

    async def heard(self, event: str, times: int = 1) -> None:
        """Wait until this many events start with this text."""
        assert await self.signal.until(
            lambda: sum(each.startswith(event) for each in self.events) >= times, 10
        ), f"{event} did not come {times} times: {self.events}"


play = app_commands.Group(name="play", description="Open a game")


@play.command(name="tomate", description="Spanish tricks")
@app_commands.choices(
    deck=[
        app_commands.Choice(name="Spanish", value="es"),
        app_commands.Choice(name="Red", value="r"),
    ]
)
async def play_tomate(
    interaction: discord.Interaction,
    seats: app_commands.Range[int, 2, 13] = 4,
    with_bots: bool = False,
    guest: discord.Member | None = None,
    deck: app_commands.Choice[str] | None = None,
) -> None:
    facts = f"{seats} seats, bots: {with_bots}, guest: {guest and guest.display_name}"
    await interaction.response.send_message(
        f"A table of Tomate: {facts}, deck: {deck.name if deck else 'any'}", view=Lobby()
    )


@app_commands.command(description="Answer late, then twice, then by DM")
async def deferred(interaction: discord.Interaction, only_dm: bool = False) -> None:
    await interaction.response.defer(thinking=True)
    if only_dm:
        await interaction.delete_original_response()
    else:
        await interaction.edit_original_response(content="Painted.", attachments=[picture_file()])
        more = await interaction.followup.send("And more.", wait=True)
        await more.edit(content="And more, mended.")
    await interaction.user.send("By DM.")


class German(app_commands.Translator):
    """Translates one command into German."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


@app_commands.command(description="Choose a dish")
async def dish(interaction: discord.Interaction, name: str) -> None:
    await interaction.response.send_message(f"Dish: {name}")


@dish.autocomplete("name")
async def dishes(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=name.title(), value=name)
        for name in VEGETABLES
        if typed.lower() in name
    ]


@app_commands.command(description="A form at once")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Order())


@app_commands.command(description="The second kind of components")
async def layout(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=TableLayout(), file=picture_file())


@app_commands.command(description="An embed with a picture, and a mention")
async def letter(interaction: discord.Interaction, to: discord.Member) -> None:
    embed = discord.Embed(title="A letter", description="Read it.", color=0x5B8C3A)
    embed.set_image(url="attachment://table.png").add_field(name="From", value="the bot")
    await interaction.response.send_message(
        f"{to.mention}, a letter.", embed=embed, file=picture_file()
    )


@app_commands.command(description="Count the bytes of a file")
async def count(interaction: discord.Interaction, file: discord.Attachment) -> None:
    content = await file.read()
    await interaction.response.send_message(
        f"{file.filename}: {len(content)} bytes of {file.content_type}"
    )


@app_commands.context_menu(name="Wave at")
async def wave(interaction: discord.Interaction, who: discord.Member) -> None:
    await interaction.response.send_message(f"Hello, {who.display_name}!")


@app_commands.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    words = f"{message.author.display_name}: {message.content}"
    await interaction.response.send_message(words, ephemeral=True)


async def start(address: PlaygroundAddress) -> None:
    """Run until cancelled."""
    async with DemoBot() as client:
        await client.start(address.token)


if __name__ == "__main__":
    place = local_discord()
    with pointed_at(place):
        DemoBot().run(place.token, log_handler=None)
