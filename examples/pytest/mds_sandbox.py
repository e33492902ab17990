"""A pytest fixture for mds-sandbox. Copy this file, and load it in conftest.py: pytest_plugins = ["mds_sandbox"]

Under `mds-sandbox run -- pytest` the fixture uses that sandbox. Otherwise it starts one with npx.
"""

import json
import os
import re
import subprocess
import urllib.error
import urllib.request
from dataclasses import dataclass

import pytest


@dataclass
class World:
    """An isolated world: an account with its own catalogue, clock and webhooks."""

    url: str
    key: str

    def call(self, method, path, body=None, headers=None):
        """Calls the API or the control plane. Returns the status and the parsed body."""
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"X-API-Key": self.key, "Content-Type": "application/json", **(headers or {})},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def advance(self, duration):
        """Advances the clock, such as by "72h". Returns when everything that was due has happened."""
        status, body = self.call("POST", "/_sandbox/clock/advance", {"duration": duration})
        assert status == 200, body
        return body["steps"]


@pytest.fixture(scope="session")
def mds_url():
    """The URL of the sandbox."""
    if "MDS_URL" in os.environ:
        yield os.environ["MDS_URL"]
        return
    command = ["npx", "mds-sandbox", "--port", "0", "--json", "--log", "silent", "--clock", "manual", "--exit-with-parent"]
    # The sandbox stops when the pipe to its standard input is closed, even if pytest is killed.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["url"]
    finally:
        process.stdin.close()
        process.wait()


@pytest.fixture
def mds_world(mds_url, request):
    """A world of its own for each test, so that tests can run in parallel."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.nodeid.lower()).strip("-")[-60:].strip("-")
    world = World(mds_url, f"sk_sandbox_standard_{name}")
    world.call("POST", "/_sandbox/reset")
    return world
