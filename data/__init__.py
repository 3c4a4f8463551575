"""Everything the bot stores on disk, behind one bundle of stores."""
