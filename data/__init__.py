"""What must survive: everything the bot keeps on disk, behind one bundle of stores."""
