"""Tools for drawing: contact sheets, colour vision, and vendoring of fonts and icons."""
