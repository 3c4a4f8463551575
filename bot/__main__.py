"""`python -m bot`: the bot on the real Discord."""

from __future__ import annotations

import sys

from bot.ui.main import main

if __name__ == "__main__":
    sys.exit(main())
