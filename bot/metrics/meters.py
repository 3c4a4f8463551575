"""What the parts of a bot report about their work."""


class Meters:
    """Counts nothing, for hosts that don't read figures; `prometheus.Metrics` counts everything."""

    def received(self, interaction_id: int, kind: str) -> None:
        """An interaction arrived."""

    def used(self, kind: str, name: str) -> None:
        """A command, a button, or a control of a question was used."""

    def acknowledged(self, interaction_id: int) -> None:
        """Discord took the first answer to an interaction; only the first call counts."""

    def committed(self, operation: str, seconds: float) -> None:
        """A transaction is on disk."""

    def painted(self, waited: float, seconds: float) -> None:
        """A painting thread is free again."""

    def repainted(self, surface: str, seconds: float) -> None:
        """The messages of a match show what was changed that long ago."""

    def answered(self, status: int, scope: str | None) -> None:
        """Discord answered a REST request; `scope` names the limit behind a 429."""

    def late(self, seconds: float) -> None:
        """The event loop did something that long after its time."""
