"""The Discord side: the only part of the project that imports discord."""
