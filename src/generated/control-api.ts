// Made from control.openapi.yaml by scripts/generate-types.mjs. Change the document, then run npm run generate.
export interface paths {
    "/_sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the clock */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock forward
         * @description Moves the clock by a duration or to an instant, in both clock modes. The response is sent after everything that fell due has run, in order, each step at its own due time. It lists the steps. Other requests are answered in between. The last instant of a clock is 9999-12-31T23:59:59.999Z.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/agenda": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scheduled tasks
         * @description Everything that is scheduled, the next task first. `total` counts all entries.
         */
        get: operations["getAgenda"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The world's events of the last 30 days on its clock, including pings, oldest first. Each event lists the endpoints it was sent to and every attempt.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description A stream of Server-Sent Events that starts now. It sends an `event` message for every new event and an `attempt` message after every attempt to deliver one. The data of both is the current entry of the event log. The stream continues after a reset, and ends with a comment when the world is deleted. It also ends with a comment when the client leaves 8 MiB of it unread, or when all streams together have more than 64 MiB unread and this one has the most. Reconnect with `Last-Event-ID` to continue.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/changelog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a changelog entry
         * @description Sends `api.changelog.published`. Enterprise accounts only.
         */
        post: operations["publishChangelog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenario": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the world's scenario
         * @description Returns the scenario and where it was chosen.
         */
        get: operations["getScenario"];
        /**
         * Choose a scenario for the world
         * @description Its limits and faults apply immediately. Its store rules apply from the next delivery on. A whole scenario becomes part of the world: requests can choose it by name, snapshots contain it, and a reset removes it. It replaces a custom scenario of the same name. A world can have up to 20 custom scenarios.
         */
        put: operations["useScenario"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/condition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a condition is met
         * @description For tests that wait with a live clock: call it until `reached` is true. It does not move the clock and changes nothing. With a manual clock, `POST /_sandbox/clock/advance` with the same `until` brings the condition about.
         */
        post: operations["checkCondition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scenarios
         * @description The scenarios that a world or a request can choose, each with its timetable and the text of its file.
         */
        get: operations["listScenarios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/scenarios/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the text of a scenario file
         * @description Finds what `mds-sandbox scenarios check FILE` finds, each issue with its line and column. Nothing changes: the request takes no request id from the world and is not part of its journal. To use the scenario, start a sandbox with `--scenario FILE`, or send `scenario` of the answer to `PUT /_sandbox/scenario`.
         */
        post: operations["checkScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/simulate/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a delivery to an outcome
         * @description Moves the delivery immediately through the states that its stores would go through, with all events. If the outcome is not possible, returns 409 with the possible outcomes.
         */
        post: operations["simulateDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/simulate/asset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an asset to an outcome
         * @description Moves the asset to the outcome immediately. If the outcome is not possible, returns 409.
         */
        post: operations["simulateAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/simulate/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a payout to an outcome
         * @description Moves the payout immediately through the states up to the outcome. `pending` resolves a hold. If the outcome is not possible, returns 409 with the possible outcomes.
         */
        post: operations["simulatePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/simulate/plays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the plays that a store reports
         * @description The store reports exactly this number of plays of the track for the month, in its largest territory, if it sells the track in that month. The report of a month that is over can't change. A later call replaces the number.
         */
        post: operations["simulatePlays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/invariants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check invariants
         * @description Checks the conditions that must hold in every world at any time, computed from its state. A violation is a bug in the sandbox. Checking a long history takes time; the sandbox answers other requests meanwhile.
         */
        get: operations["getInvariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the world
         * @description Resets the world to its seed: clock, ids, counters, limits, stored responses, tokens and all data. Everything that a client created is deleted.
         */
        post: operations["resetWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent requests
         * @description The last requests to the service's API in this world with their results, newest first. The sandbox keeps as many as the journal holds. A reset does not clear them.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the journal
         * @description Everything that happened in this world, one JSON object per line: a header, then requests with their responses, clock moves, events and attempts. Control plane requests are included if they change this world. Secrets are omitted. The sandbox keeps the last 5,000 records, up to 8 MiB. `complete` in the header tells you whether the journal contains everything. `mds-sandbox rerun FILE` replays it in a fresh world.
         */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the verdict on the client
         * @description What the client exercised, and which rules of good behaviour it kept or broke, since the sandbox started. A reset does not clear it, and a snapshot does not contain it. `docs/report.md` explains every rule.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/report/mark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Name the running test
         * @description Evidence in the report names the mark under which a request was sent. A new mark also separates tests: a request is not a retry of a request under another mark. With `exclude`, requests are left out of the report until the next mark; use it for the calls of a test's own setup. The header `X-Sandbox-Report: exclude` does the same for one request.
         */
        put: operations["setMark"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the worlds
         * @description All worlds of this sandbox, in the order of their creation. With `--data`, worlds that are only on disk are listed without loading them.
         */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Create a world
         * @description Creates a world with its own settings. The first use of a key also creates its world, with the settings of the sandbox.
         */
        post: operations["createWorld"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{tier}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The world's tier.
                 * @example standard
                 */
                tier: "standard" | "enterprise";
                /**
                 * @description The world's name, as in its key.
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        /**
         * Inspect a world
         * @description Shows whether the world is loaded, stored or damaged. A damaged world answers its own requests with 503; ask with the key of another world.
         */
        get: operations["getWorld"];
        put?: never;
        post?: never;
        /**
         * Remove a world
         * @description The next use of its key creates a new world.
         */
        delete: operations["deleteWorld"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/worlds/{tier}/{name}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The world's tier.
                 * @example standard
                 */
                tier: "standard" | "enterprise";
                /**
                 * @description The world's name, as in its key.
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        /**
         * Download the files of a world
         * @description With `--data`: the snapshot and the log of the world, unchanged, as a tar archive. Works for a damaged world too; ask with the key of another world. The files contain the secrets of the endpoints. Extract the archive in a data directory to put them back. Without `--data` a world has no files: save and export a snapshot instead.
         */
        get: operations["getWorldFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the faults
         * @description The faults that were added through the control plane. The faults of the scenario are not listed.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description Affects requests in this world from now on, and takes precedence over the faults of the scenario. A fault is a status, a connection reset, a delay, or a delay combined with one of the others. A world can have up to 100 faults.
         */
        post: operations["addFault"];
        /** Clear the faults */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/faults/{fault_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The fault's id.
                 * @example flt_0c1k8w6z4m2q9s7d5f3h1
                 */
                fault_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a fault */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Probe a webhook handler
         * @description Sends what `mds-sandbox probe URL` sends, and returns a checklist: valid events, missing, malformed and wrong signatures, duplicates, reordered events, unknown types and fields, a large event. The URL is subject to the same rules as those of endpoints (`--egress`). The run ends after 60 seconds at the latest; checks that have not begun by then are reported as skipped. Nothing in the world changes, and neither the events nor the secret are recorded.
         */
        post: operations["runProbe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots
         * @description The snapshots of this world, newest first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save a snapshot
         * @description Saves the world under a name. Replaces an earlier snapshot with the same name.
         */
        post: operations["saveSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshots/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a snapshot
         * @description Adds an exported snapshot, from this sandbox or another, to the snapshots of this world. Restore it to use it. Every row is checked, and then the snapshot as a whole: the 422 of a file that can't be used says where and why, and nothing changes. A file can have up to 512 MiB. Without `--data`, all imported snapshots of a sandbox together can have up to 512 MiB.
         */
        post: operations["importSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshots/{snapshot}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        /**
         * Export a snapshot
         * @description Returns one file of JSON lines, as a stream: a header, one line per row of the world, and a last line with a checksum. Import accepts it unchanged. It includes the secrets of the endpoints, because they are part of the world. A file has up to 512 MiB, so that import accepts it. A larger snapshot is refused with 409; it can still be restored and forked in this sandbox.
         */
        get: operations["exportSnapshot"];
        put?: never;
        post?: never;
        /** Remove a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshots/{snapshot}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a snapshot
         * @description Restores the complete state of the world at the time of the snapshot, including clock, ids and events. Snapshots are kept.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/snapshots/{snapshot}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a snapshot
         * @description Creates another world that starts with the saved state, including ids. Resources that it creates later have their own ids. An existing world with that name is replaced only with `replace`.
         */
        post: operations["forkSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/requests/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The request's id, from the `X-Request-Id` header of its response.
                 * @example req_0c1k8w6z4m2q9s7d5f3h1
                 */
                request_id: string;
            };
            cookie?: never;
        };
        /**
         * Read a recorded request
         * @description The request and its response with headers and bodies, the fault and scenario that applied, and the resources that it changed. Secrets are masked as in the journal. The sandbox keeps as many requests as the journal holds.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened
         * @description Requests, events, attempts to deliver them, clock moves, changes made by scheduled tasks, and resets in one list, newest first. A reset does not clear it. The sandbox keeps what the journal holds and the last 2,000 changes.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/activity/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream what happens
         * @description A stream of Server-Sent Events that starts now. The name of each message is the kind of the entry, its data is the entry as in `GET /_sandbox/activity`, and its id is the id of the entry. The stream continues after a reset, and ends with a comment when the world is deleted. A reader that does not keep up is disconnected and can reconnect with `Last-Event-ID`.
         */
        get: operations["streamActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/state/{collection}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the collection.
                 * @example releases
                 */
                collection: components["parameters"]["Collection"];
            };
            cookie?: never;
        };
        /**
         * List a collection
         * @description The items of a collection, newest first, in the form that the service's API returns, each with a `sandbox` object that holds what only the sandbox knows. A filter that the collection does not have is refused with 400. `line_items` needs `statement_id`.
         */
        get: operations["listState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/state/{collection}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the collection.
                 * @example releases
                 */
                collection: components["parameters"]["Collection"];
                /**
                 * @description The item's id.
                 * @example rel_seed_01
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read an item of a collection
         * @description The item in the form that the service's API returns, with its `sandbox` object.
         */
        get: operations["getState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/state/webhooks/{webhook_id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0c1k8w6z4m2q9s7d5f3h1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        /**
         * Read the secret of an endpoint
         * @description The secret with which the sandbox signs events for this endpoint. No other read returns it.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/receiver/{mode}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `accept` answers every event with 200. `fail` answers pings with 200, so that the endpoint stays verified, and all other events with 503.
                 * @example accept
                 */
                mode: "accept" | "fail";
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description A built-in webhook receiver. Subscribe its URL with `POST /v1/webhooks` to see events without a receiver of your own. It needs no key, changes no world and keeps nothing: the attempts of the event log hold its responses. It does not verify the signature, because it does not know the secret.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check readiness
         * @description Returns 200 when the sandbox accepts requests. While it closes, it accepts no new connections.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/_sandbox/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check health */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Agenda: {
            data: components["schemas"]["AgendaEntry"][];
            total: number;
        };
        AgendaEntry: {
            due: components["schemas"]["Timestamp"];
            task: string;
            subject: string;
            webhook_id?: string;
            store_id?: string;
            outcome?: string;
        };
        Events: {
            data: components["schemas"]["EventLogEntry"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        EventLogEntry: {
            id: string;
            event_type: components["schemas"]["EventType"];
            created_at: components["schemas"]["Timestamp"];
            data: Record<string, never>;
            /** @description One entry per endpoint that the event was sent to. */
            deliveries: components["schemas"]["EventDelivery"][];
        };
        /** @enum {string} */
        EventType: "ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published" | "ern.message.processed";
        /**
         * @description `cancelled` means that the endpoint was removed before the event was delivered.
         * @enum {string}
         */
        EventDeliveryStatus: "pending" | "delivered" | "undeliverable" | "cancelled";
        EventDelivery: {
            webhook_id: string;
            /** @description Null when the endpoint was removed. */
            url: string | null;
            status: components["schemas"]["EventDeliveryStatus"];
            /** Format: date-time */
            next_attempt_at: string | null;
            attempts: components["schemas"]["Attempt"][];
        };
        Attempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /** @description The status that the endpoint returned. Null when there was no response. */
            status_code: number | null;
            /** @description Why there was no response. */
            failure: string | null;
            /** @description The duration in milliseconds of wall-clock time. */
            duration_ms: number;
            /** @description The first 2 kB of the response. */
            response_body: string;
        };
        ChangelogEntry: {
            /**
             * Format: date
             * @description The date of the entry. Defaults to the current day of the world.
             */
            date?: string;
            /** @description What changed. */
            summary: string;
        };
        ScenarioState: {
            name: string;
            summary: string;
            /** @enum {string} */
            source: "world" | "default";
        };
        /** @description Either the name of a known scenario, or a whole scenario. */
        ScenarioChoice: {
            name?: string;
            /** @description A custom scenario in the shape of a scenario file (`scenarios/schema.json` in the package), at most 100,000 characters as JSON. `clock` and `seed` are ignored, because the world exists already. */
            scenario?: Record<string, never>;
        };
        Scenarios: {
            data: components["schemas"]["ScenarioDefinition"][];
        };
        ScenarioDefinition: {
            name: string;
            summary: string;
            /**
             * @description `custom` is the scenario with which the sandbox was started.
             * @enum {string}
             */
            source: "built-in" | "custom";
            /** @description What happens in a run that uploads, submits and delivers a release, in order. Empty for a custom scenario. */
            expect: string[];
            timetable: components["schemas"]["Timetable"];
            /** @description The file. Null for a custom scenario. */
            text: string | null;
        };
        /** @description What happens when in a scenario. Durations are in the form `2h30m`. */
        Timetable: {
            /** @description In words: the start of the clock, rate limits, faults, and how the sending of events is disturbed. */
            rules: string[];
            assets: components["schemas"]["AssetPlan"][];
            stores: components["schemas"]["StoreTimetable"][];
            payouts: components["schemas"]["PayoutTimetable"][];
        };
        AssetPlan: {
            /** @enum {string} */
            type: "audio" | "artwork";
            outcome: string;
            after: string;
        };
        StoreTimetable: {
            store_id: string;
            /** @description The first delivery, and the resubmissions of a partner who corrects the release before each. */
            attempts: components["schemas"]["StoreAttempt"][];
            /** @description Null when the store takes nothing down. */
            takedown_after: string | null;
        };
        StoreAttempt: {
            ingesting_after: string;
            outcome: string;
            after: string;
            /** @description The rejection code. */
            code: string | null;
        };
        PayoutTimetable: {
            currency: string;
            attempts: components["schemas"]["PayoutAttempt"][];
        };
        PayoutAttempt: {
            /** @description The payout waits until the hold is resolved. */
            hold_reason: string | null;
            processing_after: string;
            outcome: string;
            /** @description After the processing began. */
            after: string;
        };
        ScenarioText: {
            /** @description The content of the file, in YAML. */
            text: string;
        };
        ScenarioCheck: {
            valid: boolean;
            /** @description The content of the file, for `PUT /_sandbox/scenario`. Null when it is not valid. */
            scenario: Record<string, never> | null;
            issues: components["schemas"]["ScenarioIssue"][];
            /** @description Null when the text is not valid. */
            timetable: components["schemas"]["Timetable"] | null;
        };
        ScenarioIssue: {
            line: number;
            column: number;
            message: string;
        };
        DeliverySimulation: {
            delivery_id: string;
            /** @description Defaults to the whole delivery. */
            store_id?: string;
            /** @enum {string} */
            outcome: "delivered" | "rejected" | "action_required" | "taken_down";
            /** @description A code of seeds/rejections.yaml. */
            rejection_code?: string;
            rejection_reason?: string;
        };
        AssetSimulation: {
            asset_id: string;
            /** @enum {string} */
            outcome: "ready" | "failed";
        };
        SimulatedDelivery: {
            delivery_id: string;
            status: string;
            stores: components["schemas"]["SimulatedStore"][];
        };
        SimulatedStore: {
            store_id: string;
            status: string;
            rejection_code?: string;
            rejection_reason?: string;
        };
        SimulatedAsset: {
            asset_id: string;
            status: string;
        };
        PayoutSimulation: {
            payout_id: string;
            /** @enum {string} */
            outcome: "pending" | "on_hold" | "processing" | "paid" | "failed";
            /**
             * @description Only with `on_hold`. Defaults to `identity_verification`.
             * @enum {string}
             */
            hold_reason?: "identity_verification" | "compliance_review";
        };
        PlaysSimulation: {
            store_id: string;
            track_id: string;
            plays: number;
            /** @description The month, such as `2025-01`. Defaults to the current month. */
            period?: string;
        };
        SimulatedPlays: {
            store_id: string;
            track_id: string;
            isrc: string;
            period: string;
            plays: number;
        };
        SimulatedPayout: {
            payout_id: string;
            status: string;
            hold_reason?: string;
        };
        Invariants: {
            /** @description Whether all checks passed. */
            ok: boolean;
            checks: components["schemas"]["InvariantCheck"][];
        };
        InvariantCheck: {
            name: string;
            ok: boolean;
            /** @description One line per violation, up to 100. */
            violations: string[];
        };
        Requests: {
            data: components["schemas"]["LoggedRequest"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        LoggedRequest: {
            request_id: string;
            at: components["schemas"]["Timestamp"];
            method: string;
            /** @description Path and query. */
            target: string;
            /** @description The operationId. Null when the path is not part of the API. */
            operation: string | null;
            /** @description 499 when the client disconnected before the response. */
            status: number;
            /** @description The error code. */
            code: string | null;
            /** @description Whether the request was a retry with a known Idempotency-Key. */
            replayed: boolean;
            /** @description The duration in milliseconds of wall-clock time. */
            duration_ms: number;
            /** @description Fields and parameters that the contract does not define and the service ignores. */
            warnings: components["schemas"]["RequestWarning"][];
        };
        RequestWarning: {
            field?: string;
            issue: string;
        };
        Mark: {
            /** @description The name of the running test. Null removes the mark. */
            name: string | null;
            /**
             * @description Whether requests are left out of the report.
             * @default false
             */
            exclude: boolean;
        };
        /** @description The verdict on a client. Other formats are views of it. */
        ClientReport: {
            /**
             * @description The version of this format.
             * @constant
             */
            format: 1;
            /** @description The version of mds-sandbox. */
            version: string;
            /** @description The version of the API's contract. */
            contract: string;
            /** @description Such as `standard/demo`. Requests without a valid credential have the world `none`. */
            worlds: string[];
            /** @enum {string} */
            clock: "live" | "manual" | "mixed";
            /** @description How many requests were judged. */
            requests: number;
            /** @description How many requests were left out by a mark or a header. */
            excluded: number;
            /** @description How many attempts to send an event were judged. */
            attempts: number;
            /** @description The values of User-Agent, at most twenty. */
            clients: string[];
            /** @description What limits this report. */
            notes: string[];
            /** @description One verdict per rule. */
            rules: components["schemas"]["RuleVerdict"][];
            coverage: components["schemas"]["Coverage"];
        };
        RuleVerdict: {
            id: string;
            /**
             * @description `not_tried`: the client was never in a situation in which it could break the rule.
             * @enum {string}
             */
            result: "kept" | "broken" | "not_tried";
            /**
             * @description A rule that depends on waiting times is a note if the clock is manual or the client's timers are faked.
             * @enum {string}
             */
            severity: "error" | "warning" | "note";
            /** @description What a well-behaved client does. */
            title: string;
            /** @description How often the rule was broken. */
            count: number;
            /** @description The ways in which the rule was broken, at most fifty. */
            findings: components["schemas"]["Finding"][];
            /** @description At most ten pieces for each finding. */
            evidence: components["schemas"]["Evidence"][];
            remedy: string;
            /** @description How to give the client the opportunity to keep or break the rule. */
            try_it: string;
            /** @description The section that explains the rule. */
            guide: string;
        };
        Finding: {
            /** @description Identifies the finding across runs. */
            fingerprint: string;
            /** @enum {string} */
            severity: "error" | "warning" | "note";
            operation: string | null;
            /** @description What it is about, such as the name of a field. */
            subject: string;
            count: number;
        };
        Evidence: {
            fingerprint: string;
            /** @description The time on the world's clock. */
            at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            what: string;
            operation: string | null;
            /** @description The requests that show it, in the order in which they were sent. */
            request_ids: string[];
            event_id: string | null;
            /** @description The name of the test that was running. */
            mark: string | null;
        };
        Coverage: {
            /** @description Called with success. */
            operations: components["schemas"]["CoverageDimension"];
            /** @description Outcomes of the operations that were called, such as `createRelease throttled`. */
            outcomes: components["schemas"]["CoverageDimension"];
            /** @description Met and acted upon. Partial: met, not acted upon. */
            error_codes: components["schemas"]["CoverageDimension"];
            /** @description Types sent and acknowledged. Partial: sent, not acknowledged. */
            events: components["schemas"]["CoverageDimension"];
            /** @description Reached and seen by a read or an event. Partial: reached, not seen, or not acted upon. */
            states: components["schemas"]["CoverageDimension"];
            /** @description Met in a delivery. */
            rejection_codes: components["schemas"]["CoverageDimension"];
            /** @description Requests were sent while it was in use. */
            scenarios: components["schemas"]["CoverageDimension"];
        };
        CoverageDimension: {
            covered: string[];
            partial: string[];
            missing: string[];
        };
        Worlds: {
            data: components["schemas"]["WorldSummary"][];
            /** @description Worlds of the data directory that can't be loaded. Their requests are answered with 503. */
            damaged: components["schemas"]["DamagedWorld"][];
        };
        WorldSummary: {
            /** @description The world's name in its key. */
            world: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            api_key: string;
            /**
             * @description `stored`: the world is not in memory. Its next request loads it.
             * @enum {string}
             */
            state: "loaded" | "stored";
            seed: number;
            scenario: string;
            clock: components["schemas"]["Clock"];
        };
        /** @description A world of the data directory that can't be loaded. */
        DamagedWorld: {
            /** @description The world's name in its key. */
            world: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            api_key: string;
            /** @description Why the world can't be loaded. It names the file and the line. */
            reason: string;
            /** @description The paths of the world's files. */
            files: string[];
        };
        WorldStatus: {
            /** @description The world's name in its key. */
            world: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            api_key: string;
            /**
             * @description `stored`: the world is not in memory; its next request loads it. `damaged`: its files can't be read; its requests are answered with 503.
             * @enum {string}
             */
            state: "loaded" | "stored" | "damaged";
            /** @description Why a damaged world can't be loaded. It names the file and the line. */
            reason?: string;
            /** @description The paths of the world's files (`--data`). */
            files: string[];
        };
        WorldCreate: {
            /** @enum {string} */
            tier: "standard" | "enterprise";
            name: components["schemas"]["WorldName"];
            /** @description Defaults to the seed of the sandbox. */
            seed?: number;
            /** @description The name of a scenario. Defaults to the scenario of the sandbox. */
            scenario?: string;
            clock?: components["schemas"]["WorldClockSettings"];
        };
        /** @description Omitted fields default to the settings with which the sandbox was started. */
        WorldClockSettings: {
            /** @enum {string} */
            mode?: "live" | "manual";
            /** @description An instant such as 2025-01-01T00:00:00Z, or a date. */
            start?: string;
            speed?: components["schemas"]["ClockSpeed"];
        };
        /** @description Up to 63 lower-case letters, digits and hyphens. */
        WorldName: string;
        Faults: {
            data: components["schemas"]["Fault"][];
        };
        Fault: {
            id: string;
            operation?: string;
            /** @enum {integer} */
            status?: 429 | 500 | 503;
            /** @enum {string} */
            connection?: "reset";
            delay?: string;
            times?: number;
            probability?: number;
            /** @description How many requests the fault has affected. */
            struck: number;
        };
        FaultCreate: {
            /** @description An operationId of the service's API. Defaults to every operation. */
            operation?: string;
            /** @enum {integer} */
            status?: 429 | 500 | 503;
            /** @enum {string} */
            connection?: "reset";
            /** @description A delay in wall-clock time before anything else, up to 5m. */
            delay?: string;
            /** @description How many requests the fault affects. Unlimited when omitted. */
            times?: number;
            /** @description The probability that the fault affects a request. It is derived from the seed, so every run gives the same result. */
            probability?: number;
        } | Record<string, never> | Record<string, never> | Record<string, never>;
        ProbeRequest: {
            /** @description The URL of the handler. */
            url: string;
            /** @description The secret with which the handler verifies signatures. */
            secret: string;
            /** @description A URL of the handler that returns how many effects events have had. It shows whether duplicates have one effect. */
            effects_url?: string;
            /**
             * @description The timeout of a response in wall-clock time.
             * @default 5000
             */
            timeout_ms: number;
        };
        ProbeReport: {
            reachable: boolean;
            /** @description Why the handler can't be reached. Then there are no checks. */
            reason: string | null;
            passed: number;
            total: number;
            checks: components["schemas"]["ProbeCheck"][];
        };
        ProbeCheck: {
            check: string;
            /** @description What a correct handler does. */
            does: string;
            passed: boolean;
            /** @description Why the check failed. */
            reason: string | null;
            /** @description A problem that is not a failure. */
            warning: string | null;
            /** @description How long each answer took. */
            answers_ms: number[];
        };
        Snapshots: {
            data: components["schemas"]["Snapshot"][];
        };
        Snapshot: {
            name: string;
            /** @description In wall-clock time. */
            saved_at: components["schemas"]["Timestamp"];
            /** @description The time on the world's clock. */
            clock: components["schemas"]["Timestamp"];
        };
        /** @description Up to 63 lower-case letters, digits and hyphens. */
        SnapshotName: string;
        SnapshotCreate: {
            name: components["schemas"]["SnapshotName"];
        };
        Fork: {
            /**
             * @description Must be the world's own tier, because rights and limits depend on it.
             * @enum {string}
             */
            tier?: "standard" | "enterprise";
            name: components["schemas"]["WorldName"];
            /** @description Replaces an existing world with that name. Without it, such a world is refused with 409. */
            replace?: boolean;
        };
        Ready: {
            /** @constant */
            status: "ready";
        };
        /** Format: date-time */
        Timestamp: string;
        Clock: {
            /** @enum {string} */
            mode: "live" | "manual";
            now: components["schemas"]["Timestamp"];
            speed: components["schemas"]["ClockSpeed"];
        };
        /** @description The divisor of simulated waits with a live clock. With a manual clock, waits are not scaled. */
        ClockSpeed: number | "max";
        Advance: {
            /** @description A duration such as `72h`, `1h30m`, `2d` or `500ms`. */
            duration?: string;
            /**
             * Format: date-time
             * @description An instant that is not before the current time.
             */
            to?: string;
            /** @description Advances until nothing is scheduled (`idle`), until a resource has a status, or until an event has happened. */
            until?: "idle" | components["schemas"]["Condition"];
        } | Record<string, never> | Record<string, never> | Record<string, never>;
        /** @description A resource and the status to wait for, or an event. */
        Condition: components["schemas"]["DeliveryCondition"] | components["schemas"]["AssetCondition"] | components["schemas"]["ReleaseCondition"] | components["schemas"]["PayoutCondition"] | components["schemas"]["StatementCondition"] | components["schemas"]["EventCondition"];
        /** @description A delivery and the status to wait for. */
        DeliveryCondition: {
            delivery: string;
            /** @enum {string} */
            status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down";
        };
        /** @description An asset and the status to wait for. */
        AssetCondition: {
            asset: string;
            /** @enum {string} */
            status: "awaiting_upload" | "processing" | "ready" | "failed";
        };
        /** @description A release and the status to wait for. */
        ReleaseCondition: {
            release: string;
            /** @enum {string} */
            status: "draft" | "submitted" | "delivered" | "rejected";
        };
        /** @description A payout and the status to wait for. */
        PayoutCondition: {
            payout: string;
            /** @enum {string} */
            status: "pending" | "on_hold" | "processing" | "paid" | "failed";
        };
        /** @description A statement and the status to wait for. It closes when its month ends. */
        StatementCondition: {
            statement: string;
            /** @enum {string} */
            status: "open" | "closed";
        };
        /** @description An event, which may also have happened before. All given fields must match the same event. */
        EventCondition: {
            /** @description An event type such as `delivery.completed`, or the id of an event. */
            event: string;
            status?: components["schemas"]["EventDeliveryStatus"];
            /** @description Values of fields of the event's `data`, such as `delivery_id` and `status`. */
            data?: {
                webhook_id?: string;
                release_id?: string;
                delivery_id?: string;
                asset_id?: string;
                previous_status?: string;
                status?: string;
                type?: string;
                date?: string;
                summary?: string;
            };
        };
        ConditionRequest: {
            until: components["schemas"]["Condition"];
        };
        ConditionState: {
            /** @description Whether the condition is met. */
            reached: boolean;
            /** @description The present status of the resource or the event; null for an event that has not happened. */
            status: string | null;
            /** @description Whether a scheduled task can bring the condition about. */
            scheduled: boolean;
            /** @description False if the condition can't be met any more, because the present status is final. */
            reachable: boolean;
            now: components["schemas"]["Timestamp"];
        };
        Advanced: {
            now: components["schemas"]["Timestamp"];
            /** @description Only with `until`. Whether the condition was met before nothing was scheduled any more. */
            reached?: boolean;
            /** @description Everything that fell due, in order. */
            steps: components["schemas"]["Step"][];
        };
        Step: {
            at: components["schemas"]["Timestamp"];
            /** @description The scheduled task. */
            task: string;
            /** @description The id of the affected resource. */
            subject: string;
            /** @description The change that the task made. */
            change: string;
        };
        World: {
            /** @description The world's name in its key. */
            world: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            clock: components["schemas"]["Clock"];
        };
        Health: {
            /** @constant */
            status: "ok";
            version: string;
        };
        /** @enum {string} */
        CollectionName: "releases" | "tracks" | "assets" | "deliveries" | "webhooks" | "events" | "statements" | "royalties" | "line_items" | "payouts" | "stores" | "ern_messages";
        StatePage: {
            data: components["schemas"]["StateItem"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        /** @description The item in the form that the service's API returns, and `sandbox`. */
        StateItem: {
            sandbox: components["schemas"]["SandboxFacts"];
        } & {
            [key: string]: unknown;
        };
        /** @description What only the sandbox knows about an item. Which fields there are depends on the collection. */
        SandboxFacts: {
            scenario?: components["schemas"]["ItemScenario"];
            /** @description The scheduled tasks that concern the item, the next one first. */
            next_steps?: components["schemas"]["AgendaEntry"][];
            /** @description Assets, deliveries and payouts: the outcomes that the simulator accepts now. */
            outcomes?: string[];
            /** @description Releases and deliveries: what identifies a duplicate submission. */
            fingerprint?: string;
            submission?: components["schemas"]["SubmissionChecklist"];
            /** @description Releases: their deliveries, oldest first. */
            delivery_ids?: string[];
            /** @description Releases: their tracks, oldest first. */
            track_ids?: string[];
            /** @description Assets: the releases and tracks that use the asset, up to 100. */
            used_by?: string[];
            /** @description Tracks, deliveries and royalties: the title of the release. */
            release_title?: string | null;
            /** @description Deliveries: one entry per store. */
            stores?: components["schemas"]["StoreFacts"][];
            /** @description Webhooks: why the endpoint is unverified. Statements: why the statement can't be paid out now. */
            reason?: string | null;
            event_counts?: components["schemas"]["EventCounts"];
            /** @description Events: the exact body that is sent and signed. */
            body?: string;
            /** @description Events, only when read by id: the signatures that were sent, by endpoint. Removed endpoints are left out. */
            signatures?: components["schemas"]["SentSignatures"][];
            /** @description Statements: the payout that pays or paid the statement. */
            payout_id?: string | null;
            /** @description Payouts: the outcome that the scenario chose. */
            planned_outcome?: string;
        };
        SentSignatures: {
            webhook_id: string;
            /** @description One entry per attempt, oldest first. Null when nothing was sent. */
            attempts: (components["schemas"]["SentSignature"] | null)[];
        };
        SentSignature: {
            /** @description The value of the signature header, computed with the endpoint's current secret. */
            signature: string;
            /** @description Whether the scenario sent this attempt with a wrong signature. */
            forged: boolean;
        };
        ReceivedEvent: {
            id: string;
            event_type: string;
            created_at?: string;
            data?: Record<string, never>;
        };
        EventReceipt: {
            /** @description False when the receiver fails on demand. */
            accepted: boolean;
            /** @description The id of the event. */
            received: string;
            event_type: string;
            /** @description The signature header as it arrived. */
            signature: string | null;
        };
        ItemScenario: {
            name: string;
            /**
             * @description Where the scenario was chosen. `delivery` means when the delivery was created.
             * @enum {string}
             */
            source: "header" | "title" | "world" | "default" | "delivery";
        };
        /** @description Releases: what a submission needs. */
        SubmissionChecklist: {
            /** @description Whether a submission would succeed now. */
            ready: boolean;
            checks: components["schemas"]["SubmissionCheck"][];
        };
        SubmissionCheck: {
            /** @enum {string} */
            name: "status" | "tracks" | "audio" | "artwork" | "release_date" | "duplicate" | "other";
            ok: boolean;
            issues: components["schemas"]["RequestWarning"][];
        };
        StoreFacts: {
            store_id: string;
            name: string;
            /** @description 1 for the first delivery and 2 for the first resubmission. */
            attempt: number;
            /** @description The outcomes that the simulator accepts for this store now. */
            outcomes: string[];
            can_resubmit: boolean;
            can_take_down: boolean;
            next_steps: components["schemas"]["AgendaEntry"][];
            /** @description What the store wants corrected. Null when the store has not refused. */
            correction: components["schemas"]["StoreCorrection"] | null;
        };
        StoreCorrection: {
            code: string;
            /** @description The parts of the release that the store wants changed. */
            wants: string[];
            /** @description Whether any of them has changed since the store refused. */
            corrected: boolean;
        };
        /** @description Webhooks: how many events are in each status. */
        EventCounts: {
            pending: number;
            delivered: number;
            undeliverable: number;
            cancelled: number;
        };
        WebhookSecret: {
            webhook_id: string;
            secret: string;
        };
        RecordedRequest: {
            request_id: string;
            /** @description The time on the world's clock. */
            at: components["schemas"]["Timestamp"];
            /** @description In wall-clock time. */
            received_at: components["schemas"]["Timestamp"];
            plane: components["schemas"]["Plane"];
            method: string;
            /** @description Path and query. */
            target: string;
            operation: string | null;
            /** @description 499 when the client disconnected before the response. */
            status: number;
            /** @description The error code. */
            code: string | null;
            replayed: boolean;
            duration_ms: number;
            warnings: components["schemas"]["RequestWarning"][];
            /** @description The scenario that the request chose, and where: `rejection; source=header`. */
            scenario: string | null;
            fault: components["schemas"]["InjectedFault"] | null;
            request: components["schemas"]["RecordedMessage"];
            response: components["schemas"]["RecordedMessage"];
            /** @description Size and checksum of uploaded content, which is not kept. */
            upload: {
                [key: string]: unknown;
            } | null;
            /** @description The resources that the request changed, up to 100. */
            changes: components["schemas"]["Change"][];
            changes_total: number;
        };
        RecordedMessage: {
            headers: components["schemas"]["RecordedHeader"][];
            /** @description The body as text. Null when there was none. */
            body: string | null;
        };
        RecordedHeader: {
            name: string;
            value: string;
        };
        InjectedFault: {
            /** @description The scenario that has the fault. Null for a fault of the control plane. */
            scenario: string | null;
            status?: number;
            connection?: string;
            delay?: string;
        };
        /**
         * @description The service's API or the control plane.
         * @enum {string}
         */
        Plane: "service" | "control";
        Change: {
            collection: string;
            id: string;
            /** @enum {string} */
            change: "created" | "updated" | "removed";
            /** @description The previous status, if it changed. */
            from?: string;
            /** @description The new status, if it changed or the resource is new. */
            to?: string;
        };
        /** @enum {string} */
        ActivityKind: "request" | "event" | "attempt" | "clock" | "change" | "reset";
        ActivityPage: {
            data: components["schemas"]["ActivityEntry"][];
            next_cursor: string | null;
            has_more: boolean;
        };
        ActivityEntry: components["schemas"]["RequestActivity"] | components["schemas"]["EventActivity"] | components["schemas"]["AttemptActivity"] | components["schemas"]["ClockActivity"] | components["schemas"]["ChangeActivity"] | components["schemas"]["ResetActivity"];
        /** @description Later entries have higher ids. Some numbers are not used. */
        ActivityId: number;
        RequestActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "request";
            at: components["schemas"]["Timestamp"];
            /** @description In wall-clock time. */
            received_at: components["schemas"]["Timestamp"];
            request_id: string;
            plane: components["schemas"]["Plane"];
            method: string;
            target: string;
            operation: string | null;
            status: number;
            code: string | null;
            replayed: boolean;
            duration_ms: number;
            /** @description How many warnings the request has. */
            warnings: number;
            /** @description Whether a fault was injected. */
            fault: boolean;
            changes: components["schemas"]["Change"][];
            changes_total: number;
        };
        EventActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "event";
            at: components["schemas"]["Timestamp"];
            event_id: string;
            event_type: components["schemas"]["EventType"];
            data: {
                [key: string]: unknown;
            };
        };
        AttemptActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "attempt";
            at: components["schemas"]["Timestamp"];
            event_id: string;
            webhook_id: string;
            status_code: number | null;
            failure: string | null;
            duration_ms: number;
        };
        ClockActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "clock";
            /** @description The time to which the clock moved. */
            at: components["schemas"]["Timestamp"];
        };
        /** @description A change that no request made, but a scheduled task or the result of a ping. */
        ChangeActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "change";
            at: components["schemas"]["Timestamp"];
            /** @description The task, such as `review-order`. */
            cause: string;
            /** @description The id of the resource. */
            subject: string;
            /** @description The change, such as `store_lumenwave: ingesting → delivered`. */
            summary: string;
            changes: components["schemas"]["Change"][];
            changes_total: number;
        };
        ResetActivity: {
            id: components["schemas"]["ActivityId"];
            /** @constant */
            kind: "reset";
            /** @description The time on the world's clock afterwards. */
            at: components["schemas"]["Timestamp"];
            /**
             * @description `rollback` means that a change could not be written to the data directory.
             * @enum {string}
             */
            cause: "reset" | "restore" | "rollback";
        };
        ErrorResponse: {
            error: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            code: string;
            message: string;
            request_id: string;
            details?: components["schemas"]["ErrorDetail"][];
        };
        ErrorDetail: {
            field?: string;
            issue?: string;
        };
    };
    responses: {
        /** @description The named resource does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The change could not be written to the data directory (is the disk full?) and was not made, the world can't be loaded from it, or the sandbox already holds as many worlds as `--max-worlds` allows. The message says which. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A query value is invalid, the cursor was not issued for this list with these filters, or the Host header is malformed. */
        InvalidList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not valid JSON, a query value is invalid, or the Host header is malformed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The credential is missing, unknown or expired. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request names the sandbox by a host name that a website could own, it comes from a page of another origin, or the operation requires an enterprise account. The flags `--allow-host` and `--allow-origin` accept hosts and origins. Health and readiness accept every host. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The current state does not allow the request. The message explains why and lists what is possible. */
        InvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is larger than the operation allows: 1 MiB, or 64 MiB for an imported snapshot. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not valid for the operation. `details` lists every issue. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A bug in the sandbox. Please report it with the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description Return only events of this type. */
        EventTypeFilter: components["schemas"]["EventType"];
        /** @description Return only events that were sent to this endpoint. */
        WebhookFilter: string;
        /** @description Return only events with a delivery in this status. */
        StatusFilter: components["schemas"]["EventDeliveryStatus"];
        /**
         * @description The name of the collection.
         * @example releases
         */
        Collection: components["schemas"]["CollectionName"];
    };
    requestBodies: never;
    headers: {
        /** @description Unique per request; equals `error.request_id` in an error. */
        RequestId: string;
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
        /** @description The media type to send instead (RFC 9110). Absent when only the compression is wrong. */
        Accept: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world's clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Advance"];
            };
        };
        responses: {
            /** @description The new time, and the steps that ran. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advanced"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgenda: {
        parameters: {
            query?: {
                /** @description How many entries to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled tasks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agenda"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Return only events of this type. */
                event_type?: components["parameters"]["EventTypeFilter"];
                /** @description Return only events that were sent to this endpoint. */
                webhook_id?: components["parameters"]["WebhookFilter"];
                /** @description Return only events with a delivery in this status. */
                status?: components["parameters"]["StatusFilter"];
                /** @description The page size. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Return only events of this type. */
                event_type?: components["parameters"]["EventTypeFilter"];
                /** @description Return only events that were sent to this endpoint. */
                webhook_id?: components["parameters"]["WebhookFilter"];
                /** @description Return only events with a delivery in this status. */
                status?: components["parameters"]["StatusFilter"];
            };
            header?: {
                /** @description The id of the last event that a reconnecting client received. The stream first sends all events after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description The stream is never cached. */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogEntry"];
            };
        };
        responses: {
            /** @description The event. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventLogEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    useScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioChoice"];
            };
        };
        responses: {
            /** @description The scenario. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkCondition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConditionRequest"];
            };
        };
        responses: {
            /** @description Whether it is met, and whether it can be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScenarios: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenarios. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenarios"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkScenario: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioText"];
            };
        };
        responses: {
            /** @description The issues, and the timetable if there are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioCheck"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulateDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliverySimulation"];
            };
        };
        responses: {
            /** @description The new status of the delivery and its stores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulateAsset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetSimulation"];
            };
        };
        responses: {
            /** @description The new status of the asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedAsset"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulatePayout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutSimulation"];
            };
        };
        responses: {
            /** @description The new status of the payout. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedPayout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulatePlays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaysSimulation"];
            };
        };
        responses: {
            /** @description What the store will report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedPlays"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInvariants: {
        parameters: {
            query?: {
                /** @description The first month whose statements are recalculated, such as `2025-01`. Defaults to all months. Checks that do not concern statements always run, so that a test can check after every step. */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every check with its violations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invariants"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world as it was when its key was first used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Return only requests of this operation. */
                operation?: string;
                /** @description Return only requests with this response status. */
                status?: number;
                /** @description The page size. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requests"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description `world` reports on this world; `all` on all worlds and on requests without a valid credential. */
                scope?: "world" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientReport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setMark: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Mark"];
            };
        };
        responses: {
            /** @description The mark. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mark"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorlds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The worlds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worlds"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorld: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorldCreate"];
            };
        };
        responses: {
            /** @description The world. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The world's tier.
                 * @example standard
                 */
                tier: "standard" | "enterprise";
                /**
                 * @description The world's name, as in its key.
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The world's tier.
                 * @example standard
                 */
                tier: "standard" | "enterprise";
                /**
                 * @description The world's name, as in its key.
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorldFiles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The world's tier.
                 * @example standard
                 */
                tier: "standard" | "enterprise";
                /**
                 * @description The world's name, as in its key.
                 * @example demo
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Faults"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultCreate"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The faults were removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The fault's id.
                 * @example flt_0c1k8w6z4m2q9s7d5f3h1
                 */
                fault_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fault was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runProbe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProbeRequest"];
            };
        };
        responses: {
            /** @description The checklist. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeReport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshots. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshots"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotCreate"];
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file. The sandbox accepts any media type. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The snapshot. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The world. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    forkSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The snapshot's name.
                 * @example before-release
                 */
                snapshot: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Fork"];
            };
        };
        responses: {
            /** @description The new world. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorldSummary"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The request's id, from the `X-Request-Id` header of its response.
                 * @example req_0c1k8w6z4m2q9s7d5f3h1
                 */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedRequest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Return only entries of this kind. */
                kind?: components["schemas"]["ActivityKind"];
                /** @description Return only entries that name this id, such as the requests, changes and events of a delivery. */
                subject?: string;
                /** @description The page size. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamActivity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id of the last entry that a reconnecting client received. The stream first sends the entries after it that the sandbox still has. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description The stream is never cached. */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listState: {
        parameters: {
            query?: {
                /** @description Return only items whose id, title, name, URL, UPC or ISRC contains this text. */
                q?: string;
                /** @description For releases, assets, deliveries, webhooks, events (a delivery in this status), statements, payouts and ERN messages. */
                status?: string;
                /** @description For assets. */
                type?: "audio" | "artwork";
                /** @description For tracks, deliveries, royalties and ERN messages. */
                release_id?: string;
                /** @description For royalties. */
                store_id?: string;
                /** @description For events. */
                webhook_id?: string;
                /** @description For events. */
                event_type?: components["schemas"]["EventType"];
                /** @description For statements and royalties, such as `2025-01`. */
                period?: string;
                /** @description For statements and royalties. */
                currency?: string;
                /** @description For royalties and line items. */
                statement_id?: string;
                /** @description The page size. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The name of the collection.
                 * @example releases
                 */
                collection: components["parameters"]["Collection"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the collection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatePage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the collection.
                 * @example releases
                 */
                collection: components["parameters"]["Collection"];
                /**
                 * @description The item's id.
                 * @example rel_seed_01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StateItem"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0c1k8w6z4m2q9s7d5f3h1
                 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `accept` answers every event with 200. `fail` answers pings with 200, so that the endpoint stays verified, and all other events with 503.
                 * @example accept
                 */
                mode: "accept" | "fail";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceivedEvent"];
            };
        };
        responses: {
            /** @description The event was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            /** @description The receiver fails on demand: the mode is `fail`. The body has no request id, because it becomes part of the world's event log. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventReceipt"];
                };
            };
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is running. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is running. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
