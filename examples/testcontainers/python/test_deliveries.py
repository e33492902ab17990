import json
import os
import urllib.request

import pytest
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs


@pytest.fixture(scope="session")
def mds_url():
    container = (
        DockerContainer(os.environ.get("MDS_IMAGE", "mds-sandbox"))
        .with_env("MDS_CLOCK", "manual")
        .with_env("MDS_SCENARIO", "rejection")
        .with_exposed_ports(4010)
    )
    with container:
        # The image prints one line of JSON when it is ready.
        wait_for_logs(container, '"url"', timeout=60)
        yield f"http://{container.get_container_host_ip()}:{container.get_exposed_port(4010)}"


def call(url, method, body=None):
    headers = {"X-API-Key": "sk_sandbox_standard_deliveries", "Content-Type": "application/json"}
    content = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, content, headers, method=method)) as response:
        return json.load(response)


def test_a_rejected_delivery_has_a_rejection_code(mds_url):
    order = {"release_id": "rel_seed_05", "store_ids": ["store_lumenwave"], "territory_codes": ["US"]}
    delivery = call(f"{mds_url}/v1/deliveries", "POST", order)
    call(f"{mds_url}/_sandbox/clock/advance", "POST", {"duration": "72h"})
    delivery = call(f"{mds_url}/v1/deliveries/{delivery['id']}", "GET")
    assert delivery["stores"][0]["rejection_code"] == "artwork_too_small"
