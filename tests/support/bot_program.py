"""`python -m tests.support.bot_program PORT`: the bot's own program, at a playground."""

import os
import sys

from bot.__main__ import main
from bot.ui.program.local import pointed_at
from playground.server import PlaygroundAddress
from playground.world.seed import PUBLIC_TOKEN

if __name__ == "__main__":
    os.environ.setdefault("TOMATO_TOKEN", PUBLIC_TOKEN)
    with pointed_at(PlaygroundAddress(int(sys.argv[1]), PUBLIC_TOKEN)):
        code = main([])
    sys.exit(code)
