// Package mdssandbox gives Go tests a sandbox of the Music Distribution Service. Copy this file.
//
// Under `mds-sandbox run -- go test ./...` it uses that sandbox. Otherwise it starts one with npx.
package mdssandbox

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// World is an isolated world: an account with its own catalogue, clock and webhooks.
type World struct {
	URL string
	Key string
	t   testing.TB
}

// start runs once for each test binary.
var start = sync.OnceValues(func() (string, error) {
	if url := os.Getenv("MDS_URL"); url != "" {
		return url, nil
	}
	command := exec.Command("npx", "mds-sandbox", "--port", "0", "--json", "--log", "silent", "--clock", "manual", "--exit-with-parent")
	command.Stderr = os.Stderr
	// The sandbox stops when this pipe is closed, at the latest by the end of the test binary.
	if _, err := command.StdinPipe(); err != nil {
		return "", err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := command.Start(); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(output).ReadBytes('\n')
	if err != nil {
		return "", fmt.Errorf("mds-sandbox did not start: %w", err)
	}
	var started struct{ URL string }
	return started.URL, json.Unmarshal(line, &started)
})

var notAllowed = regexp.MustCompile(`[^a-z0-9]+`)

// NewWorld returns a world of its own for each test, so that tests can run in parallel.
func NewWorld(t testing.TB) *World {
	t.Helper()
	url, err := start()
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Trim(notAllowed.ReplaceAllString(strings.ToLower(t.Name()), "-"), "-")
	world := &World{URL: url, Key: "sk_sandbox_standard_" + name[:min(60, len(name))], t: t}
	world.Call("POST", "/_sandbox/reset", nil, nil, http.Header{})
	return world
}

// Call calls the API or the control plane, decodes the response into answer, and returns its status.
func (w *World) Call(method, path string, body, answer any, headers http.Header) int {
	w.t.Helper()
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			w.t.Fatal(err)
		}
	}
	request, err := http.NewRequest(method, w.URL+path, &content)
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header = headers.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Set("X-API-Key", w.Key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	if answer != nil {
		if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
			w.t.Fatal(err)
		}
	}
	return response.StatusCode
}

// Advance advances the clock, such as by "72h". It returns when everything that was due has happened.
func (w *World) Advance(duration string) {
	w.t.Helper()
	if status := w.Call("POST", "/_sandbox/clock/advance", map[string]string{"duration": duration}, nil, nil); status != 200 {
		w.t.Fatalf("the clock was not advanced: %d", status)
	}
}
