"""asv's own pages, by asv's own command."""

from pathlib import Path

from asv.commands.publish import Publish

from jaxvelocity.measure.suite import cause, load_config, quiet


def publish_asv(root: Path) -> str:
    """Write asv's site into html/asv; return what went wrong in one line, or nothing.

    Its pages are one click away from ours and no more, so ours are written whatever becomes of them.
    """
    if not (root / "results" / "benchmarks.json").exists():
        return ""
    try:
        with quiet(root):
            Publish.run(load_config(root), pull=False)
    except Exception as error:  # asv lets anything through that a damaged file can cause
        return f"asv's own pages could not be written: {cause(error)}; run `asv publish` to see all it says"
    return ""
