"""Programs for whoever draws: contact sheets, colour vision, and vendoring of fonts and icons."""
