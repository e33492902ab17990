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
         * @description By a duration or to an instant, in both modes. Answers when everything that fell due has happened, in order, each step at its own due time, and lists the steps.
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
         * See what is still to come
         * @description Everything that is scheduled, the next first; at most a thousand entries.
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
         * See what happened
         * @description The world's events of the last 30 days of its clock, pings included, the oldest first; each with the endpoints that it went to and every attempt.
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
         * Watch what happens
         * @description Server-Sent Events, from now on: an `event` message when something has happened, an `attempt` message after every attempt to deliver it. The data of both is an entry of the event log as it stands then. Goes on after a reset.
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
         * Which scenario the world follows
         * @description And who chose it.
         */
        get: operations["getScenario"];
        /**
         * Choose a scenario for the world
         * @description Its limits and faults hold at once, its stores with the next delivery.
         */
        put: operations["useScenario"];
        post?: never;
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
         * Drive a delivery to an outcome now
         * @description Through the states that its stores would go through, with all events, or 409 with what is legal from here.
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
         * Drive an asset to an outcome now
         * @description Or 409 with what is legal from here.
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
         * Drive a payout to an outcome now
         * @description `pending` resolves a hold. Through the states on the way, or 409 with what is legal from here.
         */
        post: operations["simulatePayout"];
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
         * Check that everything adds up
         * @description What must hold in every world at every moment, worked out anew from its state. A violation is a mistake of the sandbox. A long history takes its time; other calls are answered meanwhile.
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
         * Put the world back to its seed
         * @description Clock, ids, counters, limits, kept answers, tokens, everything. What a client made is gone.
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
         * See the last requests
         * @description The last requests to the service's API in this world, newest first, with what was made of them. As many as a journal holds are kept. A reset does not clear them.
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
         * Take the run with you
         * @description Everything that happened in this world, one JSON object per line: a header, then requests with their answers, clock moves, events and attempts. Of the control plane, requests that change this world are among them. Secrets are left out. The last 5,000 records are kept, up to 8 MiB; the header's `complete` says whether that is all. `mds-sandbox rerun FILE` plays it again in a fresh world.
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
    "/_sandbox/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the worlds
         * @description All that this sandbox has, in the order in which they were made.
         */
        get: operations["listWorlds"];
        put?: never;
        /**
         * Make a world
         * @description With settings of its own. A key that is simply used makes its world too, with the settings of the sandbox.
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
                /** @description The world's tier. */
                tier: "standard" | "enterprise";
                /** @description The world's name, as in its key. */
                name: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a world
         * @description Its key makes a new one when it is used again.
         */
        delete: operations["deleteWorld"];
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
         * @description Those that were added here; the scenario has its own.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description Strikes the calls of this world from now on, before those of the scenario: a status, a cut connection, a delay, or a delay and one of the others.
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
                /** @description The fault's id. */
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
    "/_sandbox/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the snapshots
         * @description Of this world, newest first.
         */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save the world under a name
         * @description An earlier snapshot of the same name is replaced.
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
         * @description Takes what export gave, from this sandbox or another, and adds it to the snapshots of this world. Restore it to use it. Up to 64 MiB; all that were imported into a sandbox together up to 256 MiB.
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
                /** @description The snapshot's name. */
                snapshot: string;
            };
            cookie?: never;
        };
        /**
         * Export a snapshot
         * @description As one JSON file, secrets of endpoints included: they are part of the world.
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
                /** @description The snapshot's name. */
                snapshot: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the world back
         * @description To what it was when it was saved: clock, ids, events, everything. Snapshots stay.
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
                /** @description The snapshot's name. */
                snapshot: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another world of it
         * @description A world of its own that begins with what was saved, ids included; what it makes from then on has ids of its own. A world of that name that is there already is replaced.
         */
        post: operations["forkSnapshot"];
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
         * Does it take requests?
         * @description 503 while it closes.
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
        /** Ask whether the sandbox serves */
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
            data: {
                due: components["schemas"]["Timestamp"];
                task: string;
                subject: string;
                webhook_id?: string;
                store_id?: string;
                outcome?: string;
            }[];
            total: number;
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
            /** @description One per endpoint that it went to. */
            deliveries: components["schemas"]["EventDelivery"][];
        };
        /** @enum {string} */
        EventType: "ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published";
        /**
         * @description `cancelled` means that the endpoint was removed before it got there.
         * @enum {string}
         */
        EventDeliveryStatus: "pending" | "delivered" | "undeliverable" | "cancelled";
        EventDelivery: {
            webhook_id: string;
            /** @description Null when the endpoint is gone. */
            url: string | null;
            status: components["schemas"]["EventDeliveryStatus"];
            /** Format: date-time */
            next_attempt_at: string | null;
            attempts: components["schemas"]["Attempt"][];
        };
        Attempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /** @description What the endpoint answered; null when there was no answer. */
            status_code: number | null;
            /** @description Why there was no answer. */
            failure: string | null;
            /** @description Wall time. */
            duration_ms: number;
            /** @description The first 2 kB of the answer. */
            response_body: string;
        };
        ChangelogEntry: {
            /**
             * Format: date
             * @description The entry's date; the world's present day when left out.
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
        ScenarioChoice: {
            name: string;
        };
        DeliverySimulation: {
            delivery_id: string;
            /** @description The whole delivery when left out. */
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
            stores: {
                store_id: string;
                status: string;
                rejection_code?: string;
                rejection_reason?: string;
            }[];
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
             * @description Only with `on_hold`; `identity_verification` when left out.
             * @enum {string}
             */
            hold_reason?: "identity_verification" | "compliance_review";
        };
        SimulatedPayout: {
            payout_id: string;
            status: string;
            hold_reason?: string;
        };
        Invariants: {
            /** @description Whether all of them hold. */
            ok: boolean;
            checks: {
                name: string;
                ok: boolean;
                /** @description One line each; at most a hundred. */
                violations: string[];
            }[];
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
            /** @description Its operationId; null when the path is not in the document. */
            operation: string | null;
            /** @description 499 when the client hung up first. */
            status: number;
            /** @description The error's code. */
            code: string | null;
            /** @description Whether it was a retry with a known Idempotency-Key. */
            replayed: boolean;
            /** @description Wall time. */
            duration_ms: number;
            /** @description What the contract does not know, and the service ignores. */
            warnings: {
                field?: string;
                issue: string;
            }[];
        };
        Worlds: {
            data: components["schemas"]["WorldSummary"][];
        };
        WorldSummary: {
            /** @description The name in the key. */
            world: string;
            /** @enum {string} */
            tier: "standard" | "enterprise";
            api_key: string;
            seed: number;
            scenario: string;
            clock: components["schemas"]["Clock"];
        };
        WorldCreate: {
            /** @enum {string} */
            tier: "standard" | "enterprise";
            name: components["schemas"]["WorldName"];
            /** @description The sandbox's own when left out. */
            seed?: number;
            /** @description The name of a scenario; the sandbox's own when left out. */
            scenario?: string;
            /** @description What is left out is as the sandbox was started. */
            clock?: {
                /** @enum {string} */
                mode?: "live" | "manual";
                /** @description An instant such as 2025-01-01T00:00:00Z, or a date. */
                start?: string;
                /** @description What simulated waits are divided by with a live clock. */
                speed?: number | "max";
            };
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
            /** @description How often it has struck. */
            struck: number;
        };
        FaultCreate: {
            /** @description An operationId of the service's API; every operation when left out. */
            operation?: string;
            /** @enum {integer} */
            status?: 429 | 500 | 503;
            /** @enum {string} */
            connection?: "reset";
            /** @description Of wall time, before anything else; at most 5m. */
            delay?: string;
            /** @description How often; for ever when left out. */
            times?: number;
            /** @description How likely it strikes a call. The seed decides, so it is the same every time. */
            probability?: number;
        } | Record<string, never> | Record<string, never> | Record<string, never>;
        Snapshots: {
            data: components["schemas"]["Snapshot"][];
        };
        Snapshot: {
            name: string;
            /** @description Wall time. */
            saved_at: components["schemas"]["Timestamp"];
            /** @description Where the world's clock stood. */
            clock: components["schemas"]["Timestamp"];
        };
        /** @description Up to 63 lower-case letters, digits and hyphens. */
        SnapshotName: string;
        SnapshotCreate: {
            name: components["schemas"]["SnapshotName"];
        };
        /** @description What import takes. Its inside is the sandbox's own. */
        SnapshotFile: {
            /** @description The version of the format. */
            format: number;
            /** @description The version of the sandbox. */
            version: string;
            name: string;
            saved_at: components["schemas"]["Timestamp"];
            /** @enum {string} */
            tier: "standard" | "enterprise";
            /** @description Of what follows, so that damage shows. */
            checksum: string;
            world: {
                [key: string]: unknown;
            };
        };
        Fork: {
            /**
             * @description The tier; only the world's own is possible, because rights and limits hang on it.
             * @enum {string}
             */
            tier?: "standard" | "enterprise";
            name: components["schemas"]["WorldName"];
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
            /** @description What simulated waits are divided by in live mode. In manual mode waits are unscaled. */
            speed: number | "max";
        };
        Advance: {
            /** @description Such as `72h`, `1h30m`, `2d`, `500ms`. */
            duration?: string;
            /** @description An instant, not before the present one. */
            to?: components["schemas"]["Timestamp"];
            /** @description As long as it takes, until nothing is scheduled any more or a delivery has a status. */
            until?: "idle" | {
                delivery: string;
                /** @enum {string} */
                status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down";
            };
        } | Record<string, never> | Record<string, never> | Record<string, never>;
        Advanced: {
            now: components["schemas"]["Timestamp"];
            /** @description With `until`: whether it came to that before nothing was scheduled any more. */
            reached?: boolean;
            /** @description Everything that fell due, in order. */
            steps: components["schemas"]["Step"][];
        };
        Step: {
            at: components["schemas"]["Timestamp"];
            /** @description What was scheduled. */
            task: string;
            /** @description The id of what it concerned. */
            subject: string;
            /** @description What it did. */
            change: string;
        };
        World: {
            /** @description The name in the key. */
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
        Error: {
            error: {
                code: string;
                message: string;
                request_id: string;
                details?: {
                    field?: string;
                    issue?: string;
                }[];
            };
        };
    };
    responses: {
        /** @description There is nothing of that name. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The change could not be written down (the disk is full), so it was not made; or the sandbox closes. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query value is wrong, the cursor is not one that this list gave out, or the Host header is malformed. */
        InvalidList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON, a query value is wrong, or the Host header is malformed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No credential, or one that is unknown or expired. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request comes from another site, or names the sandbox by a foreign host name; or it is for enterprise accounts only. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The outcome can't be reached from here; the message says what can. */
        InvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is over 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not what the operation takes. `details` lists every fault at once. */
        ValidationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the sandbox itself. Please report it with the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Only events of this type. */
        EventTypeFilter: components["schemas"]["EventType"];
        /** @description Only events that went to this endpoint. */
        WebhookFilter: string;
        /** @description Only events with a delivery in this status. */
        StatusFilter: components["schemas"]["EventDeliveryStatus"];
    };
    requestBodies: never;
    headers: {
        /** @description Unique per request; equals `error.request_id` in an error. */
        RequestId: string;
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
        /** @description The media type to send instead (RFC 9110); not there when only the compression is wrong. */
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
            /** @description Where the clock stands now, and what happened on the way. */
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
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is scheduled. */
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
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type. */
                event_type?: components["parameters"]["EventTypeFilter"];
                /** @description Only events that went to this endpoint. */
                webhook_id?: components["parameters"]["WebhookFilter"];
                /** @description Only events with a delivery in this status. */
                status?: components["parameters"]["StatusFilter"];
                /** @description The size of the page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type. */
                event_type?: components["parameters"]["EventTypeFilter"];
                /** @description Only events that went to this endpoint. */
                webhook_id?: components["parameters"]["WebhookFilter"];
                /** @description Only events with a delivery in this status. */
                status?: components["parameters"]["StatusFilter"];
            };
            header?: {
                /** @description What a client that reconnects saw last. Everything since then is told first. */
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
                    /** @description It is never the same again. */
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
            /** @description Where the delivery and its stores are now. */
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
            /** @description Where the asset is now. */
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
            /** @description Where the payout is now. */
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
    getInvariants: {
        parameters: {
            query?: {
                /** @description The first month whose statements are added up again, such as `2025-01`; all of them when left out. What is not about statements is always looked at, so that a test can ask after every step. */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every check, with what violates it. */
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
                /** @description Only requests of this operation. */
                operation?: string;
                /** @description Only requests that were answered with this status. */
                status?: number;
                /** @description The size of the page. */
                limit?: number;
                /** @description The `next_cursor` of the page before. */
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
    deleteWorld: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The world's tier. */
                tier: "standard" | "enterprise";
                /** @description The world's name, as in its key. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
            /** @description They are gone. */
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
                /** @description The fault's id. */
                fault_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
        /** @description The file. */
        requestBody: {
            content: {
                "*/*": string;
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
                /** @description The snapshot's name. */
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
                    "application/json": components["schemas"]["SnapshotFile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The snapshot's name. */
                snapshot: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
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
                /** @description The snapshot's name. */
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
                /** @description The snapshot's name. */
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
            /** @description The other world. */
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
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            /** @description It does. */
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
            /** @description It does. */
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
        };
    };
}
