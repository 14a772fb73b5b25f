"""Two servers side by side, one a release, and new ones where one of them is gone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from jaxvelocity.errors import EnvironmentUnavailableError
from jaxvelocity.measure.side import FailedError, Side

SideName = Literal["old", "new"]

NAMES: tuple[SideName, SideName] = ("old", "new")


class SideUnavailableError(EnvironmentUnavailableError):
    """The server of one side does not start."""

    def __init__(self, side: SideName, reason: str) -> None:
        super().__init__(f"the {side} side of the duets does not start: {reason}; see .asv/duets/{side}.log")
        self.side = side


class Pair:
    """Both sides' servers, for as long as a `with` block runs. pythons: of the old and the new side."""

    def __init__(self, root: Path, pythons: tuple[Path, Path]) -> None:
        self._root = root
        self._pythons = dict(zip(NAMES, pythons, strict=True))
        self._versions: dict[SideName, Mapping[str, str]] = {}
        self.sides: dict[SideName, Side] = {}

    def __enter__(self) -> "Pair":
        """Start both. Raises SideUnavailableError."""
        try:
            for name in NAMES:  # both import at once
                self._start(name)
            for name in NAMES:
                self._wait(name)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop both."""
        for side in self.sides.values():
            side.close()

    @property
    def versions(self) -> dict[SideName, Mapping[str, str]]:
        """What is installed on each side, by package."""
        return dict(self._versions)

    def mend(self) -> None:
        """Start a server again that is gone. Raises SideUnavailableError."""
        for name, side in list(self.sides.items()):
            if not side.alive:
                side.close()
                self._start(name)
                self._wait(name)

    def _start(self, name: SideName) -> None:
        self.sides[name] = Side(self._pythons[name], self._root, self._root / ".asv" / "duets" / f"{name}.log")

    def _wait(self, name: SideName) -> None:
        try:
            self._versions[name] = self.sides[name].wait_ready()
        except FailedError as error:
            raise SideUnavailableError(name, error.failure.reason) from None
