package deliveries

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

func startSandbox(t *testing.T) string {
	t.Helper()
	image := os.Getenv("MDS_IMAGE")
	if image == "" {
		image = "mds-sandbox"
	}
	ctx := context.Background()
	container, err := testcontainers.Run(ctx, image,
		testcontainers.WithEnv(map[string]string{"MDS_CLOCK": "manual", "MDS_SCENARIO": "rejection"}),
		testcontainers.WithExposedPorts("4010/tcp"),
		testcontainers.WithWaitStrategy(wait.ForHTTP("/_sandbox/ready").WithPort("4010/tcp")),
	)
	testcontainers.CleanupContainer(t, container)
	if err != nil {
		t.Fatal(err)
	}
	url, err := container.PortEndpoint(ctx, "4010/tcp", "http")
	if err != nil {
		t.Fatal(err)
	}
	return url
}

func call(t *testing.T, method, url, body string, answer any) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-API-Key", "sk_sandbox_standard_deliveries")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
}

func TestARejectedDeliveryHasARejectionCode(t *testing.T) {
	url := startSandbox(t)
	var delivery struct {
		ID     string
		Stores []struct {
			RejectionCode string `json:"rejection_code"`
		}
	}
	order := `{"release_id":"rel_seed_05","store_ids":["store_lumenwave"],"territory_codes":["US"]}`
	call(t, "POST", url+"/v1/deliveries", order, &delivery)
	call(t, "POST", url+"/_sandbox/clock/advance", `{"duration":"72h"}`, &struct{}{})
	call(t, "GET", fmt.Sprintf("%s/v1/deliveries/%s", url, delivery.ID), "", &delivery)
	if code := delivery.Stores[0].RejectionCode; code != "artwork_too_small" {
		t.Fatalf("the rejection code is %q", code)
	}
}
