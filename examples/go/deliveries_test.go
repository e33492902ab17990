package mdssandbox

import (
	"net/http"
	"testing"
)

type delivery struct {
	ID     string
	Stores []struct {
		RejectionCode string `json:"rejection_code"`
	}
}

func TestARejectedDeliveryHasARejectionCode(t *testing.T) {
	t.Parallel()
	world := NewWorld(t)
	order := map[string]any{
		"release_id":      "rel_seed_05",
		"store_ids":       []string{"store_lumenwave"},
		"territory_codes": []string{"US"},
	}
	var created, reviewed delivery
	if status := world.Call("POST", "/v1/deliveries", order, &created, http.Header{"X-Sandbox-Scenario": {"rejection"}}); status != 201 {
		t.Fatalf("the delivery was not created: %d", status)
	}
	world.Advance("72h")
	world.Call("GET", "/v1/deliveries/"+created.ID, nil, &reviewed, nil)
	if code := reviewed.Stores[0].RejectionCode; code != "artwork_too_small" {
		t.Fatalf("the rejection code is %q", code)
	}
}

func TestEveryTestHasAWorldOfItsOwn(t *testing.T) {
	t.Parallel()
	var deliveries struct{ Data []delivery }
	NewWorld(t).Call("GET", "/v1/deliveries", nil, &deliveries, nil)
	if len(deliveries.Data) != 0 {
		t.Fatalf("%d deliveries of other tests", len(deliveries.Data))
	}
}
