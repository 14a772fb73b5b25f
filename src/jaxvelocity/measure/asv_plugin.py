"""What stock `asv` needs to work here as the tool does: named in asv.conf.json, loaded by asv before every command."""

from pathlib import Path

from asv import util

from jaxvelocity.errors import RequestError
from jaxvelocity.measure import machine, variables
from jaxvelocity.measure.programs import use_own_programs
from jaxvelocity.releases import branch, catalogue


def setup() -> None:
    """Called by asv: name the machine, clear the environment, make the branch of releases where a clone lacks it."""
    use_own_programs()
    variables.unset()
    try:
        machine.use()
        branch.ensure(Path(), catalogue.load())
    except RequestError as error:
        raise util.UserError(str(error)) from error
