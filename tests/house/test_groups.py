"""Tests that share a build or a port stay on one worker."""

import os

import pytest


@pytest.mark.xdist_group("of-its-own")
def test_groups_are_kept(request: pytest.FixtureRequest) -> None:
    """The installed pytest tells the installed pytest-xdist of a test's group; some pairs of them do not."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        pytest.skip("one process runs all tests here")
    assert request.node.nodeid.endswith("@of-its-own")
