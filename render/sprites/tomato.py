"""The tomato mascot, in a box of 32 by 32."""

from __future__ import annotations

TOMATO_SHAPE = """
<path d="M16 7c8 0 14 5 14 12.5S24 31 16 31 2 27 2 19.5 8 7 16 7z" fill="#F0392B"/>
<path d="M4 23c5 4 17 5 24-1-2 6-7 9-12 9S6 28 4 23z" fill="#C9241B"/>
<path d="M16 9c-3 4-7 4-10 2 2-1 3-3 6-3.5C9 6 8 4 6 3c4-1 7 0 9 2.5L16 1l2 4.5
 C20 3 23 2 27 3c-2 1-4 3-6 4.5
 3 .5 4 2.5 6 3.5-4 2-8 2-11-2z" fill="#2FB457"/>
"""
