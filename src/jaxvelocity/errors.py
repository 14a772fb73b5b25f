"""Every error that ends a command with one line on stderr and exit code 4.

RequestError
├── UnknownRevisionError   a release or a commit that is not known here
├── CatalogueError         the catalogue of releases is unreadable, or can't be refreshed
├── RepositoryError        git says no: no repository, a shallow clone, a branch in the way
├── EnvironmentUnavailableError  asv, uv or the network is not what is needed
├── BusyError              another run holds the lock
└── ResultsError           a recorded file that can't be read or written
"""


class RequestError(Exception):
    """The request could not be carried out; the message says what came, what was wanted and what to do."""


class UnknownRevisionError(RequestError):
    """A release or a commit that is not known here."""


class CatalogueError(RequestError):
    """The catalogue of releases is unreadable, or can't be refreshed."""


class RepositoryError(RequestError):
    """Git says no: no repository, a shallow clone, a branch in the way."""


class EnvironmentUnavailableError(RequestError):
    """Asv, uv or the network is not what is needed."""


class BusyError(RequestError):
    """Another run holds the lock."""


class ResultsError(RequestError):
    """A recorded file that can't be read or written."""
