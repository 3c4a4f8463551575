"""What every feature is made of."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.tables.application import Application
from bot.ui.i18n.catalogues import Languages
from bot.ui.interactions.command_options import CommandGroups, Tree
from bot.ui.interactions.router import Router
from bot.ui.match.hands import Hands
from bot.ui.match.public_messages import PublicMessages
from bot.ui.match.surface_sync import SurfaceSync
from bot.ui.match.table_finder import TableFinder
from bot.ui.match.welcome import Welcome
from bot.ui.pictures.attachments import Pictures
from bot.ui.self_test import SelfTest
from bot.ui.sync.delivery import Delivery
from bot.ui.sync.role_keeper import RoleKeeper
from games.core.game import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Given to each feature when it registers its commands and buttons."""

    client: discord.AutoShardedClient
    tree: Tree
    groups: CommandGroups
    router: Router
    games: Sequence[AnyGame]
    tables: Application
    finder: TableFinder
    surfaces: SurfaceSync
    publics: PublicMessages
    hands: Hands
    posts: Delivery
    pictures: Pictures
    languages: Languages
    roles: RoleKeeper
    self_test: SelfTest
    welcome: Welcome
