"""Messages of the local Discord: request bodies, components, files and posting."""
