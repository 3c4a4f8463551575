"""`python -m bot`: the bot on the real Discord."""

from __future__ import annotations

import sys

from bot.settings import SettingsError, load_settings
from bot.ui.run import main

if __name__ == "__main__":
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    sys.exit(main(settings))
