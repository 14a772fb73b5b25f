import pytest
from folders import Folder


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path / "results")
