"""The bot: the application, Discord, and a local stand-in for Discord."""

import os

__version__ = "1.0.0"

# We use no plugin of pydantic; to look for them, it reads the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
