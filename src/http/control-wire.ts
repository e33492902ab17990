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
        };
    };
    getInvariants: {
        parameters: {
            query?: never;
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
