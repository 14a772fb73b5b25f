"""Files written whole or not at all, and never destroyed."""

import os
import time
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace `path` by `text` so that whoever reads it, at whatever moment the machine stops, finds one whole file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(path)
    except OSError as error:
        error.filename = str(path)  # where a disk is full the system names none
        raise
    finally:
        fresh.unlink(missing_ok=True)


def write_changed(path: Path, text: str) -> None:
    """Do as `write_whole`, where `path` holds something else."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_whole(path, text)


def move_aside(path: Path) -> str:
    """Give a file that can't be read another name, as it is; return the name."""
    aside = path.with_name(f"{path.name}.unreadable-{int(time.time())}")
    path.rename(aside)
    return aside.name
