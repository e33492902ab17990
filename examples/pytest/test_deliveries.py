ORDER = {"release_id": "rel_seed_05", "store_ids": ["store_lumenwave"], "territory_codes": ["US"]}


def test_a_rejected_delivery_has_a_rejection_code(mds_world):
    status, delivery = mds_world.call("POST", "/v1/deliveries", ORDER, {"X-Sandbox-Scenario": "rejection"})
    assert status == 201
    mds_world.advance("72h")
    _, delivery = mds_world.call("GET", f"/v1/deliveries/{delivery['id']}")
    assert delivery["stores"][0]["rejection_code"] == "artwork_too_small"


def test_every_test_has_a_world_of_its_own(mds_world):
    _, deliveries = mds_world.call("GET", "/v1/deliveries")
    assert deliveries["data"] == []
