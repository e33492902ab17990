// Made from openapi.yaml by scripts/generate-types.mjs. Change the document, then run npm run generate.
export interface paths {
    "/v1/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List releases
         * @description Sorted by `created_at`, newest first. Follow `next_cursor` until `has_more` is false. Pages never repeat or skip a release that existed when you read the first page.
         */
        get: operations["listReleases"];
        put?: never;
        /**
         * Create a release
         * @description The new release is always a `draft`. A title, one main artist and a release date are enough.
         */
        post: operations["createRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/releases/{release_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        /** Read a release */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a release
         * @description Changes only the fields in the body, in every release status. `territories` replaces the whole list. Setting `status` is deprecated. Before 2024-09-01 on the world's clock, `submitted` submits a draft or a rejected release under the conditions of the submit operation, `draft` makes a rejected release a draft again, and the current status changes nothing. Other values are 409 `invalid_state`: only the stores deliver or reject a release. From that date on, the request is refused. Use the submit operation instead.
         */
        patch: operations["updateRelease"];
        trace?: never;
    };
    "/v1/releases/{release_id}/submit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a release
         * @description Moves a draft to `submitted`. The release needs at least one track, a `ready` audio asset on every track, `ready` artwork and a release date in the future. The response reports every unmet condition at once. If an asset is not ready, the error is `asset_not_ready`, whatever else is missing.
         */
        post: operations["submitRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tracks
         * @description Sorted by `created_at`, newest first.
         */
        get: operations["listTracks"];
        put?: never;
        /**
         * Create a track
         * @description Attaches a track to a release with the status `draft` or `rejected`.
         */
        post: operations["createTrack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tracks/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 100 tracks
         * @description Creates all tracks or none. An error response names every issue of every item, such as `tracks[2].isrc`.
         */
        post: operations["createTracks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tracks/{track_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The track's id.
                 * @example trk_0c1k8w6z4m2q9s7d5f3h1
                 */
                track_id: string;
            };
            cookie?: never;
        };
        /** Read a track */
        get: operations["getTrack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a track
         * @description Changes only the fields in the body. `territory` replaces the whole list.
         */
        patch: operations["updateTrack"];
        trace?: never;
    };
    "/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description Sorted by `created_at`, newest first.
         */
        get: operations["listAssets"];
        put?: never;
        /**
         * Create an asset
         * @description Upload the content to the `upload_url` in the response. You do not have to upload anything to start, because every world has ready assets.
         */
        post: operations["createAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The asset's id.
                 * @example ast_seed_audio_01
                 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        /** Read an asset */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{asset_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The asset's id.
                 * @example ast_seed_audio_01
                 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Upload an asset's content
         * @description Send the raw bytes, up to 256 MiB. The sandbox hashes and inspects them but does not store them. The asset fails if the content does not match the declared type, or if artwork is not square or is smaller than 3000 x 3000 pixels. You can repeat an interrupted upload.
         */
        put: operations["uploadAsset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Sorted by `created_at`, newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        /**
         * Deliver a release
         * @description Sends a release that is `submitted` or `delivered` to stores. A store that already has an order of this release, or of a release with the same UPC, label and release date, is refused until it has taken that order down. The artwork and the audio of every track must be `ready`. Each store progresses independently from `pending` to `ingesting`, then to `delivered`, `rejected` or `action_required`. The scenario determines the outcome.
         */
        post: operations["createDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /** Read a delivery */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{delivery_id}/resubmit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resubmit to affected stores
         * @description Sends the corrected release again to the stores that rejected or flagged it, or to a subset of them. The delivery returns to `in_progress`. A store may give the same answer again if nothing was corrected. The artwork and the audio of every track must be `ready`. Its territory codes must still be within the release's territories. `WORLDWIDE` is expanded again and must leave at least one territory at every store.
         */
        post: operations["resubmitDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{delivery_id}/takedown": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a delivery down
         * @description Asks stores to remove the release. Each requested store must have the status `delivered`; the status of the delivery does not matter. Without `store_ids`, all delivered stores are asked that support takedowns. Stores confirm after 24 to 72 hours unless the scenario defines another time. A `delivered` delivery becomes `taken_down` once all requested stores have confirmed. A delivery with any other status becomes `taken_down` only when all of its stores are taken down. You can take down the remaining stores later, even if the delivery is already `taken_down`.
         */
        post: operations["takedownDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Sorted by `created_at`, newest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an endpoint
         * @description Sends a signed `ping` to the URL and waits for the response. If the endpoint returns 200 within ten seconds, it is `verified`. Otherwise it is created `unverified` and receives no live events until a later ping succeeds; `verification` says why the ping failed. Only this response contains the `secret` that signs the events. You can provide your own secret or let the sandbox generate one.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** Read an endpoint */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove an endpoint
         * @description Cancels the pending events of the endpoint.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update an endpoint
         * @description Changes only the fields in the body. A new `url` makes the endpoint `unverified` until a ping to it succeeds. Pending events wait until then.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ping an endpoint
         * @description Sends a new `ping` and waits for the response. The endpoint becomes `verified` if it returns 200 within ten seconds, and `unverified` otherwise.
         */
        post: operations["pingWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the events of an endpoint
         * @description Lists the events that were sent to the endpoint or are pending, with every attempt, newest first. Events are kept for 30 days on the world's clock. Pings are not listed; the endpoint's `status` shows their result.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver events
         * @description Redelivers every undeliverable event of the endpoint, or the events that you name, which may include delivered ones. Each event gets one more attempt with the same id and the same bytes.
         */
        post: operations["redeliverEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stores
         * @description Every store with the territories it serves and its capabilities. One page holds all stores.
         */
        get: operations["listStores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stores/territories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List territories
         * @description The territory codes that the network supports and the account is licensed for. One page holds all codes.
         */
        get: operations["listTerritories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/royalties": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List royalty records
         * @description The earnings of each release at each store in a month, as one record per statement, period, store and release. The newest statement comes first. `page` and `per_page` have been deprecated since 2024-06-01 but still work. You cannot combine them with `limit` or `cursor`.
         */
        get: operations["listRoyalties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List statements
         * @description One statement per month and currency, newest first. The statements of the current month are `open`.
         */
        get: operations["listStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{statement_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The statement's id.
                 * @example stm_0c1k8w6z4m2q9s7d5f3h1
                 */
                statement_id: components["parameters"]["StatementId"];
            };
            cookie?: never;
        };
        /** Read a statement */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statements/{statement_id}/line-items": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The statement's id.
                 * @example stm_0c1k8w6z4m2q9s7d5f3h1
                 */
                statement_id: components["parameters"]["StatementId"];
            };
            cookie?: never;
        };
        /**
         * List the line items of a statement
         * @description The order of line items never changes. An open statement gets new items at its end.
         */
        get: operations["listLineItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Sorted by `created_at`, newest first.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout
         * @description Pays closed statements of one currency that no other payout claims. The payout is `pending` for 24 hours unless you release it earlier, then `processing`, and `paid` or `failed` 48 hours later. The scenario can change the processing time and can put the payout `on_hold`.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{payout_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payout's id.
                 * @example pay_0c1k8w6z4m2q9s7d5f3h1
                 */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        /** Read a payout */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payouts/{payout_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payout's id.
                 * @example pay_0c1k8w6z4m2q9s7d5f3h1
                 */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a pending payout
         * @description Moves the payout to `processing` immediately instead of after 24 hours.
         */
        post: operations["releasePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ern/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ERN messages
         * @description Sorted by `received_at`, newest first. Enterprise organizations only.
         */
        get: operations["listErnMessages"];
        put?: never;
        /**
         * Send an ERN message
         * @description Takes a `NewReleaseMessage` or a `PurgeReleaseMessage` of ERN 4.1, 4.1.1, 4.2, 4.3, 4.3.1 or 4.3.2 as raw bytes, up to 4 MiB. A document without a readable header is refused. Every other message becomes a resource with a report and, five simulated minutes later, is applied as a whole or rejected (`ern.message.processed`). A message with the same bytes from the same sender returns the first one with 200. URIs in the message are never fetched. See docs/ern.md. Enterprise organizations only.
         */
        post: operations["sendErnMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ern/messages/{ern_message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message's id.
                 * @example ern_0c1k8w6z4m2q9s7d5f3h1
                 */
                ern_message_id: components["parameters"]["ErnMessageId"];
            };
            cookie?: never;
        };
        /**
         * Read an ERN message
         * @description The message with its issues. Enterprise organizations only.
         */
        get: operations["getErnMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ern/messages/{ern_message_id}/acknowledgement": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message's id.
                 * @example ern_0c1k8w6z4m2q9s7d5f3h1
                 */
                ern_message_id: components["parameters"]["ErnMessageId"];
            };
            cookie?: never;
        };
        /**
         * Read the acknowledgement of an ERN message
         * @description An `AcknowledgementMessage` as DDEX's ERN choreography for SFTP defines it. Exists once the message is processed. Enterprise organizations only.
         */
        get: operations["getErnAcknowledgement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/releases/{release_id}/ern": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        /**
         * Export a release as an ERN message
         * @description The `NewReleaseMessage` that would create the release, or the `PurgeReleaseMessage` that would remove it. Enterprise organizations only.
         */
        get: operations["exportReleaseErn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description Issues an access token through the OAuth 2.0 client credentials grant, for enterprise organizations. The client authenticates with HTTP Basic or with `client_id` and `client_secret` in the form. Only this operation returns errors in OAuth's own format (RFC 6749, section 5.2).
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check that the endpoint is reachable
         * @description Sent once after an endpoint is registered and on each ping request, to check that the endpoint is reachable. Return 200 within ten seconds.
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "release.status.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A release changed its status
         * @description The status of a release changed.
         */
        post: operations["onReleaseStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A delivery became `delivered`, `rejected` or `action_required`
         * @description Sent each time the aggregate status of a delivery becomes `delivered`, `rejected` or `action_required`, including after a resubmission. A flag that is followed by the rejection of another store sends the event twice: with `action_required`, then with `rejected`. The aggregate status can become terminal while other stores are still open. Their outcomes send no further event unless they change the aggregate status; read the delivery to see them. A takedown sends no event. A scenario with `delivery_completed: all-stores-answered`, such as `late-completion`, sends the event once instead: when no store of the delivery is open any more, with the aggregate status of that time. A resubmission opens its stores again, so the event is sent again when they have answered.
         */
        post: operations["onDeliveryCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "asset.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An asset became `ready`
         * @description An asset became `ready`.
         */
        post: operations["onAssetReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "api.changelog.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A changelog entry was published
         * @description A changelog entry was published. Enterprise accounts only.
         */
        post: operations["onApiChangelogPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ern.message.processed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An ERN message was processed
         * @description An ERN message was accepted, rejected or superseded. Enterprise accounts only.
         */
        post: operations["onErnMessageProcessed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @enum {string} */
        ReleaseStatus: "draft" | "submitted" | "delivered" | "rejected";
        /** @description Commercial title as shown in stores. */
        Title: string;
        /** @description Label or rights-holder name shown on storefronts. */
        Label: string;
        /**
         * Format: date
         * @description `YYYY-MM-DD`. Must be in the future when the release is submitted.
         */
        ReleaseDate: string;
        /** @description ISO 3166-1 alpha-2. */
        TerritoryCode: string;
        /** @description The territories where the release is licensed, as codes or as the single value `WORLD` for worldwide rights. */
        ReleaseTerritories: string[];
        Artist: {
            name: string;
            /**
             * @description The specification shows only `main`. The sandbox adds the other values.
             * @enum {string}
             */
            role: "main" | "featured" | "remixer" | "producer" | "composer";
        };
        /** @description The artists in the order shown in stores. At least one has the role `main`. */
        Artists: components["schemas"]["Artist"][];
        /**
         * Format: upc
         * @description 12 digits. The last one is a GS1 check digit.
         */
        Upc: string;
        Release: {
            id: string;
            title: components["schemas"]["Title"];
            artists: components["schemas"]["Artists"];
            release_date: components["schemas"]["ReleaseDate"];
            label: components["schemas"]["Label"];
            upc: components["schemas"]["Upc"];
            territories: components["schemas"]["ReleaseTerritories"];
            status: components["schemas"]["ReleaseStatus"];
            /** @description The artwork asset. Null until set through PATCH. */
            artwork_asset_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ReleaseCreate: {
            title: components["schemas"]["Title"];
            artists: components["schemas"]["Artists"];
            release_date: components["schemas"]["ReleaseDate"];
            /** @description Defaults to the account's default label. */
            label?: components["schemas"]["Label"];
            /** @description Defaults to `["WORLD"]`. */
            territories?: components["schemas"]["ReleaseTerritories"];
            /** @description Assigned from the account's pool when omitted. */
            upc?: components["schemas"]["Upc"];
        };
        ReleaseUpdate: {
            title?: components["schemas"]["Title"];
            release_date?: components["schemas"]["ReleaseDate"];
            /** @description Replaces the whole list. */
            territories?: components["schemas"]["ReleaseTerritories"];
            label?: components["schemas"]["Label"];
            /** @description An artwork asset that is `ready`. */
            artwork_asset_id?: string;
            /**
             * @deprecated
             * @description Deprecated and refused from 2024-09-01 on. Before that date, a draft can be set to `submitted`, and a rejected release to `submitted` or `draft`.
             */
            status?: components["schemas"]["ReleaseStatus"];
        };
        Submission: {
            submission_id: string;
            release_id: string;
            submitted_at: components["schemas"]["Timestamp"];
            /** @enum {string} */
            review_status: "pending";
        };
        /** @description ISO 3901, `CC-XXX-YY-NNNNN`. Accepted with or without hyphens, returned with hyphens. */
        Isrc: string;
        TrackNumber: number;
        Track: {
            id: string;
            release_id: string;
            title: components["schemas"]["Title"];
            isrc: components["schemas"]["Isrc"];
            /** @description The audio asset. Null until set. */
            audio_asset_id: string | null;
            territory: components["schemas"]["ReleaseTerritories"];
            track_number: components["schemas"]["TrackNumber"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        TrackCreate: {
            release_id: string;
            title: components["schemas"]["Title"];
            /** @description Assigned from the account's registrant code when omitted. */
            isrc?: components["schemas"]["Isrc"];
            /** @description An audio asset. It does not have to be ready yet. */
            audio_asset_id?: string;
            /** @description Defaults to the release's territories. */
            territory?: components["schemas"]["ReleaseTerritories"];
            /** @description Unique within the release. Defaults to the number after the highest one, or to a free number if there is none after it. */
            track_number?: components["schemas"]["TrackNumber"];
        };
        TracksCreate: {
            tracks: components["schemas"]["TrackCreate"][];
        };
        TrackUpdate: {
            title?: components["schemas"]["Title"];
            isrc?: components["schemas"]["Isrc"];
            audio_asset_id?: string;
            /** @description Replaces the whole list. */
            territory?: components["schemas"]["ReleaseTerritories"];
            track_number?: components["schemas"]["TrackNumber"];
        };
        /** @enum {string} */
        AssetType: "audio" | "artwork";
        /**
         * @description The specification shows only `ready`. The sandbox adds the other values.
         * @enum {string}
         */
        AssetStatus: "awaiting_upload" | "processing" | "ready" | "failed";
        /**
         * @description WAV or FLAC for audio, JPEG or PNG for artwork.
         * @enum {string}
         */
        ContentType: "audio/wav" | "audio/flac" | "image/jpeg" | "image/png";
        Asset: {
            id: string;
            type: components["schemas"]["AssetType"];
            status: components["schemas"]["AssetStatus"];
            filename: string;
            content_type: components["schemas"]["ContentType"];
            /** @description Null until the upload. */
            size_bytes: number | null;
            /** @description Null until the upload. */
            checksum_sha256: string | null;
            /** @description Where to PUT the content. Null after the upload. */
            upload_url: string | null;
            /** @description Why the asset failed. */
            failure_reason: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        AssetCreate: {
            type: components["schemas"]["AssetType"];
            filename: string;
            content_type: components["schemas"]["ContentType"];
        };
        /**
         * Format: binary
         * @description The bytes of an audio or artwork file.
         */
        AssetContent: string;
        /** Format: date-time */
        Timestamp: string;
        /**
         * @description The sandbox chose the name `in_progress`. The specification names the other values.
         * @enum {string}
         */
        DeliveryStatus: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down";
        /** @enum {string} */
        StoreOrderStatus: "pending" | "ingesting" | "delivered" | "rejected" | "action_required" | "takedown_pending" | "taken_down";
        /** @description Codes, or the single value `WORLDWIDE` for all supported territories of the chosen stores. */
        DeliveryTerritories: string[];
        StoreIds: string[];
        StoreOrder: {
            store_id: string;
            status: components["schemas"]["StoreOrderStatus"];
            territory_codes: components["schemas"]["TerritoryCode"][];
            /** @description The reason as a code. */
            rejection_code?: string;
            /** @description The reason as text. */
            rejection_reason?: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        Delivery: {
            id: string;
            release_id: string;
            status: components["schemas"]["DeliveryStatus"];
            territory_codes: components["schemas"]["DeliveryTerritories"];
            stores: components["schemas"]["StoreOrder"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the delivery last became `delivered`, `rejected` or `action_required`. Null while in progress.
             */
            completed_at: string | null;
        };
        DeliveryCreate: {
            release_id: string;
            store_ids: components["schemas"]["StoreIds"];
            territory_codes: components["schemas"]["DeliveryTerritories"];
        };
        StoreSelection: {
            /** @description Defaults to all eligible stores: those that rejected or flagged the delivery (resubmission), or those that delivered it (takedown). */
            store_ids?: components["schemas"]["StoreIds"];
        };
        Store: {
            store_id: string;
            name: string;
            territories: components["schemas"]["TerritoryCode"][];
            capabilities: components["schemas"]["StoreCapabilities"];
        };
        StoreCapabilities: {
            audio_formats: ("wav" | "flac")[];
            takedown: boolean;
            preorder: boolean;
            typical_ingestion_hours: number;
        };
        Territory: {
            code: components["schemas"]["TerritoryCode"];
            name: string;
        };
        /**
         * @description A month in UTC.
         * @example 2024-11
         */
        Period: string;
        /**
         * @description ISO 4217. The currencies that the sandbox's stores pay in. The real service may use others.
         * @enum {string}
         */
        CurrencyCode: "USD" | "EUR" | "GBP" | "JPY";
        /** @description A decimal string with the currency's minor units, never a JSON number. For example, `12.30` for USD and `1230` for JPY. */
        Amount: string;
        RoyaltyRecord: {
            id: string;
            statement_id: string;
            /** @description The month in which the amount was earned. It is before the statement's period when a store reports late or corrects a report. */
            period: components["schemas"]["Period"];
            store_id: string;
            release_id: string;
            gross_amount: components["schemas"]["Amount"];
            /** @description Gross minus distribution fees and withholding taxes. */
            net_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["CurrencyCode"];
        };
        /** @enum {string} */
        StatementStatus: "open" | "closed";
        Statement: {
            id: string;
            period: components["schemas"]["Period"];
            currency: components["schemas"]["CurrencyCode"];
            /** @description The sum of the line items' earnings, rounded once. */
            gross_amount: components["schemas"]["Amount"];
            /** @description Gross minus distribution fees and withholding taxes. */
            net_amount: components["schemas"]["Amount"];
            status: components["schemas"]["StatementStatus"];
            /** @description When the statement was opened. */
            created_at: components["schemas"]["Timestamp"];
        };
        LineItem: {
            id: string;
            isrc: string;
            store_id: string;
            territory: components["schemas"]["TerritoryCode"];
            /** @description Negative in a correction. */
            play_count: number;
            unit_rate: components["schemas"]["LineAmount"];
            /** @description `play_count` times `unit_rate`, not rounded. */
            earnings: components["schemas"]["LineAmount"];
            currency: components["schemas"]["CurrencyCode"];
        };
        /** @description A decimal string with six decimal places, in every currency. */
        LineAmount: string;
        /**
         * @description The specification names `on_hold`. The sandbox chose the other values.
         * @enum {string}
         */
        PayoutStatus: "pending" | "on_hold" | "processing" | "paid" | "failed";
        /** @enum {string} */
        HoldReason: "identity_verification" | "compliance_review";
        Payout: {
            id: string;
            /** @description The sum of the statements' net amounts. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["CurrencyCode"];
            status: components["schemas"]["PayoutStatus"];
            /** @description Present only while the payout is `on_hold`. */
            hold_reason?: components["schemas"]["HoldReason"];
            statement_ids: string[];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        PayoutCreate: {
            /** @description Closed statements of one currency that no other payout claims. */
            statement_ids: string[];
        };
        /** @description An XML document. */
        ErnDocument: string;
        /** @enum {string} */
        ErnMessageType: "NewReleaseMessage" | "PurgeReleaseMessage";
        /**
         * @description `superseded`: a message about the same release that was created later has been accepted before, so this one changed nothing.
         * @enum {string}
         */
        ErnMessageStatus: "received" | "accepted" | "rejected" | "superseded";
        /**
         * @description What an accepted message did. Null unless it was accepted.
         * @enum {string|null}
         */
        ErnOutcome: "created" | "updated" | "unchanged" | "taken_down" | "purged" | null;
        ErnParty: {
            /** @description The DDEX party id. */
            party_id: string;
            /** @description The name in the message. */
            name: string | null;
        };
        ErnReleaseId: {
            /** @enum {string} */
            type: "GRid" | "ICPN" | "CatalogNumber" | "ProprietaryId";
            /** @description The party that issued the value. */
            namespace: string | null;
            /** @description The value as sent. */
            value: string;
        };
        /** @description A recording or the front cover. */
        ErnResource: {
            /** @description The ResourceReference. */
            reference: string;
            /** @description The track's ISRC. Null for the cover. */
            isrc: string | null;
            /** @description The asset. Null if there is no file in a supported format. */
            asset_id: string | null;
            matched_by: components["schemas"]["ErnAssetMatch"];
        };
        /**
         * @description How the asset was found: by the HashSum of the file, by its name, or not at all, so that it was created and awaits its upload. Null if the message has no file; an update then keeps the asset that the track or release has.
         * @enum {string|null}
         */
        ErnAssetMatch: "hash" | "filename" | "created" | null;
        /**
         * @description An error rejects the message. A warning does not.
         * @enum {string}
         */
        ErnSeverity: "error" | "warning";
        /**
         * @description Stable. docs/ern.md lists what causes each code and how to fix it.
         * @enum {string}
         */
        ErnIssueCode: "attribute_missing" | "attribute_unexpected" | "children_qualified" | "element_missing" | "element_order" | "element_repeated" | "element_unexpected" | "reference_dangling" | "reference_duplicate" | "value_invalid" | "schema" | "grid_invalid" | "icpn_invalid" | "isrc_invalid" | "isrc_duplicate" | "release_id_missing" | "main_release_missing" | "main_artist_missing" | "party_name_missing" | "release_date_missing" | "release_type_unsupported" | "no_sound_recording" | "territory_not_supported" | "release_unknown" | "identifier_conflict" | "sender_mismatch" | "tracks_locked" | "duplicate_submission" | "scenario" | "encoding_not_utf8" | "dpid_invalid" | "recipient_unknown" | "timezone_missing" | "created_in_future" | "avs_version_unknown" | "deprecated_value" | "identifier_normalized" | "variant_chosen" | "role_ignored" | "upc_assigned" | "icpn_padded" | "release_date_partial" | "release_date_from_deal" | "release_date_from_original" | "original_date_later" | "cover_missing" | "discs_flattened" | "resource_ignored" | "recording_repeated" | "edition_ignored" | "isrc_assigned" | "file_missing" | "format_unsupported" | "no_deal" | "deal_ignored" | "use_type_missing" | "territory_missing" | "territories_dropped" | "channel_unknown" | "track_without_deal" | "release_date_passed" | "takedown_deferred" | "store_keeps";
        ErnIssue: {
            severity: components["schemas"]["ErnSeverity"];
            code: components["schemas"]["ErnIssueCode"];
            /** @description The element or attribute: local names from the root, with `[n]` (from 1) where siblings share the name, and `/@Name` for an attribute. */
            path: string;
            /** @description The line of the element's start tag. */
            line: number;
            /** @description The column of `<`, in code points. */
            column: number;
            /** @description What is wrong. It may change. */
            message: string;
        };
        ErnMessage: {
            id: string;
            message_type: components["schemas"]["ErnMessageType"];
            /**
             * @description The version of ERN.
             * @enum {string}
             */
            version: "4.1" | "4.1.1" | "4.2" | "4.3" | "4.3.1" | "4.3.2";
            /** @description MessageId. */
            message_id: string;
            /** @description MessageThreadId. */
            thread_id: string | null;
            sender: components["schemas"]["ErnParty"];
            /** @description SentOnBehalfOf. Null if there is none. */
            sent_on_behalf_of: components["schemas"]["ErnParty"] | null;
            /** @description The first 100 recipients. */
            recipients: components["schemas"]["ErnParty"][];
            /** @description MessageCreatedDateTime as sent. */
            message_created_at: string;
            /** @description MessageControlType. */
            control_type: string | null;
            /** @description ReleaseProfileVersionId. */
            profile: string | null;
            checksum_sha256: string;
            size_bytes: number;
            status: components["schemas"]["ErnMessageStatus"];
            outcome: components["schemas"]["ErnOutcome"];
            /** @description The first 100 identifiers of the release as sent. */
            release_ids: components["schemas"]["ErnReleaseId"][];
            /** @description The release that the message created or changed. */
            release_id: string | null;
            /** @description The recordings in the order of the tracks, and the cover. Empty until the message is accepted. */
            resources: components["schemas"]["ErnResource"][];
            /** @description The deliveries that the message created. */
            delivery_ids: string[];
            /** @description The findings in the order of the document, at most 1,000. Those that depend on the catalogue and the clock are added when the message is processed. */
            issues: components["schemas"]["ErnIssue"][];
            /** @description The number of all errors. */
            error_count: number;
            /** @description The number of all warnings. */
            warning_count: number;
            /** @description Paths of elements that the API has no field for, without indices, each once, at most 200. */
            not_carried: string[];
            received_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description Null while `received`.
             */
            processed_at: string | null;
        };
        /** @description Send it as `cursor` to get the next page; null on the last page. */
        NextCursor: string | null;
        /** @description False on the last page. */
        HasMore: boolean;
        ReleasePage: {
            data: components["schemas"]["Release"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        TrackPage: {
            data: components["schemas"]["Track"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        AssetPage: {
            data: components["schemas"]["Asset"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        EventDeliveryPage: {
            data: components["schemas"]["EventDelivery"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        StorePage: {
            data: components["schemas"]["Store"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        TerritoryPage: {
            data: components["schemas"]["Territory"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        RoyaltyPage: {
            data: components["schemas"]["RoyaltyRecord"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        StatementPage: {
            data: components["schemas"]["Statement"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        LineItemPage: {
            data: components["schemas"]["LineItem"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        PayoutPage: {
            data: components["schemas"]["Payout"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        ErnMessagePage: {
            data: components["schemas"]["ErnMessage"][];
            next_cursor: components["schemas"]["NextCursor"];
            has_more: components["schemas"]["HasMore"];
        };
        EventDeliveryList: {
            data: components["schemas"]["EventDelivery"][];
        };
        TrackList: {
            data: components["schemas"]["Track"][];
        };
        TokenRequest: {
            /** @enum {string} */
            grant_type: "client_credentials";
            /** @description `client_<tier>_<world>`. */
            client_id?: string;
            /** @description The world's API key. */
            client_secret?: string;
        };
        Token: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description The lifetime in seconds on the world's clock. */
            expires_in: number;
        };
        OAuthError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "server_error";
            error_description?: string;
        };
        ErrorResponse: {
            error: components["schemas"]["ErrorBody"];
        };
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            /** @description A text for developers. It may change. */
            message: string;
            /** @description Equals the X-Request-Id header. */
            request_id: string;
            details?: components["schemas"]["ErrorDetail"][];
        };
        ErrorDetail: {
            /** @description Path of the failing field, such as `artists[0].role`. */
            field?: string;
            /** @description The constraint that the field violates. */
            issue?: string;
        };
        /**
         * @description Stable. docs/errors.md lists what causes each code and how to fix it.
         * @enum {string}
         */
        ErrorCode: "missing_required_field" | "invalid_isrc_format" | "duplicate_submission" | "asset_not_ready" | "territory_not_supported" | "rate_limit_exceeded" | "invalid_request" | "invalid_cursor" | "invalid_idempotency_key" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "invalid_state" | "idempotency_key_in_use" | "payout_on_hold" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "internal_error" | "service_unavailable";
        /**
         * @description The event types that an endpoint can subscribe to. `api.changelog.published` and `ern.message.processed` require an enterprise account; the latter is the sandbox's choice. `ping` is sent regardless of the subscription.
         * @enum {string}
         */
        EventType: "ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published" | "ern.message.processed";
        /** @description The event types to subscribe to, each once. A single event type may also be sent as a string. The schema describes only the list, because many code generators cannot read a value that is a string or an array. */
        EventTypes: components["schemas"]["EventType"][];
        /**
         * @description The URL that receives events. It uses http or https, has no credentials, and does not lead to a link-local, cloud metadata or multicast address.
         * @example https://partner.example/webhooks
         */
        WebhookUrl: string;
        /**
         * @description Whether the endpoint answered its last ping with 200 in time. Only verified endpoints receive live events.
         * @enum {string}
         */
        WebhookStatus: "verified" | "unverified";
        /** @description The result of the last ping to the current `url`. It shows why an endpoint is `unverified`. Null before the first ping ends and after the `url` was changed, until a ping to the new one ends. */
        WebhookVerification: {
            attempted_at: components["schemas"]["Timestamp"];
            /** @description The status that the endpoint returned. Only 200 verifies it. Null when there was no response. */
            status_code: number | null;
            /** @description Why there was no response. Null when there was one. */
            failure: components["schemas"]["AttemptFailure"] | null;
        } | null;
        /** @description The key that signs every event for this endpoint. */
        WebhookSecret: string;
        Webhook: {
            /** @description The endpoint's id. */
            id: string;
            url: components["schemas"]["WebhookUrl"];
            /** @description The subscribed event types. */
            event_type: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
            verification: components["schemas"]["WebhookVerification"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        NewWebhook: {
            /** @description The endpoint's id. */
            id: string;
            url: components["schemas"]["WebhookUrl"];
            /** @description The subscribed event types. */
            event_type: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
            verification: components["schemas"]["WebhookVerification"];
            secret: components["schemas"]["WebhookSecret"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WebhookCreate: {
            url: components["schemas"]["WebhookUrl"];
            event_type: components["schemas"]["EventTypes"];
            secret?: components["schemas"]["WebhookSecret"];
        };
        WebhookUpdate: {
            url?: components["schemas"]["WebhookUrl"];
            event_type?: components["schemas"]["EventTypes"];
            secret?: components["schemas"]["WebhookSecret"];
        };
        Redelivery: {
            /** @description Events of this endpoint. Defaults to every undeliverable event, at most the 1,000 oldest. */
            event_ids?: string[];
        };
        /**
         * @description A `pending` event is being sent or waits for its next attempt. An `undeliverable` event has failed six times.
         * @enum {string}
         */
        EventDeliveryStatus: "pending" | "delivered" | "undeliverable";
        Attempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /** @description The status that the endpoint returned. Null when there was no response. */
            status_code: number | null;
            /** @description Why there was no response. Null when there was one. */
            failure: components["schemas"]["AttemptFailure"] | null;
            /** @description The duration in milliseconds of wall-clock time. */
            duration_ms: number;
            /** @description The first 2 kB of the response. */
            response_body: string;
        };
        /**
         * @description `blocked` means that the address is not allowed (or that the event violated the contract, which is a bug in the sandbox). `dropped` means that the scenario dropped the attempt.
         * @enum {string}
         */
        AttemptFailure: "timeout" | "connection_refused" | "connection_closed" | "name_not_found" | "tls" | "invalid_answer" | "unreachable" | "blocked" | "dropped";
        EventDelivery: {
            event: components["schemas"]["Event"];
            status: components["schemas"]["EventDeliveryStatus"];
            /**
             * Format: date-time
             * @description When the next attempt is due, on the world's clock.
             */
            next_attempt_at: string | null;
            /** @description Every attempt, oldest first. */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description The body of an event request. */
        Event: components["schemas"]["PingEvent"] | components["schemas"]["ReleaseStatusChangedEvent"] | components["schemas"]["DeliveryCompletedEvent"] | components["schemas"]["AssetReadyEvent"] | components["schemas"]["ChangelogPublishedEvent"] | components["schemas"]["ErnMessageProcessedEvent"];
        /** @description Unique per event and the same in every attempt. Use it to deduplicate events. */
        EventId: string;
        PingEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "ping";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["PingEventData"];
        };
        /** @description The content of the event. */
        PingEventData: {
            /** @description The endpoint. */
            webhook_id: string;
        };
        ReleaseStatusChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "release.status.changed";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["ReleaseStatusChangedEventData"];
        };
        /** @description The content of the event. */
        ReleaseStatusChangedEventData: {
            /** @description The release. */
            release_id: string;
            previous_status: components["schemas"]["ReleaseStatus"];
            status: components["schemas"]["ReleaseStatus"];
        };
        DeliveryCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "delivery.completed";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["DeliveryCompletedEventData"];
        };
        /** @description The content of the event. */
        DeliveryCompletedEventData: {
            /** @description The delivery. */
            delivery_id: string;
            /** @description Its release. */
            release_id: string;
            /**
             * @description The new aggregate status.
             * @enum {string}
             */
            status: "delivered" | "rejected" | "action_required";
            /** @description Every store of the delivery. */
            stores: components["schemas"]["StoreOrder"][];
        };
        AssetReadyEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "asset.ready";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["AssetReadyEventData"];
        };
        /** @description The content of the event. */
        AssetReadyEventData: {
            /** @description The asset. */
            asset_id: string;
            type: components["schemas"]["AssetType"];
        };
        ChangelogPublishedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "api.changelog.published";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["ChangelogPublishedEventData"];
        };
        /** @description The content of the event. */
        ChangelogPublishedEventData: {
            /**
             * Format: date
             * @description The date of the entry.
             */
            date: string;
            /** @description What changed. */
            summary: string;
        };
        ErnMessageProcessedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "ern.message.processed";
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["ErnMessageProcessedEventData"];
        };
        /** @description The content of the event. */
        ErnMessageProcessedEventData: {
            /** @description The message. */
            ern_message_id: string;
            /** @description Its MessageId. */
            message_id: string;
            message_type: components["schemas"]["ErnMessageType"];
            /**
             * @description The new status.
             * @enum {string}
             */
            status: "accepted" | "rejected" | "superseded";
            outcome: components["schemas"]["ErnOutcome"];
            /** @description The release that the message created or changed. */
            release_id: string | null;
            /** @description The number of errors. */
            error_count: number;
            /** @description The number of warnings. */
            warning_count: number;
        };
    };
    responses: {
        /** @description A path, query or header value is malformed. */
        InvalidRead: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A query value is malformed, or the cursor was not issued for this list with these filters. */
        InvalidList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not valid JSON, a path, query or header value is malformed, or the Idempotency-Key is not a UUID v4. */
        InvalidWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request names the sandbox by a host name that a website could own, or comes from a page of another origin. The flags `--allow-host` and `--allow-origin` of the sandbox accept it. The real service has no such check. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account is not an enterprise account; or the request names the sandbox by a host name that a website could own, or comes from a page of another origin, which the flags `--allow-host` and `--allow-origin` accept. */
        EnterpriseOnly: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The organization has no resource with this id. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account exceeded its one-minute quota or its one-second burst limit. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A bug in the sandbox, which you can report with the request id, or an injected fault. */
        InternalError: {
            headers: {
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A fault was injected, the change could not be written to the data directory and was not made, the world can't be loaded from it, or the sandbox already holds as many worlds as `--max-worlds` allows. The message says which. */
        ServiceUnavailable: {
            headers: {
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The error in OAuth's format. */
        OAuthError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is not `application/x-www-form-urlencoded` in UTF-8, or it is compressed. */
        OAuthUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                "Cache-Control": components["headers"]["CacheControl"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many token requests. Only an injected fault causes this response, because token requests do not count against a quota. */
        OAuthRateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The client is unknown, or its secret is wrong. */
        OAuthInvalidClient: {
            headers: {
                "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: {
        /**
         * @description The release's id.
         * @example rel_seed_01
         */
        ReleaseId: string;
        /**
         * @description The delivery's id.
         * @example dlv_0c1k8w6z4m2q9s7d5f3h1
         */
        DeliveryId: string;
        /**
         * @description The endpoint's id.
         * @example whk_0t5m1c91n0w2j81q7hhd3
         */
        WebhookId: string;
        /**
         * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
         * @example rejection
         */
        SandboxScenario: string;
        /**
         * @description The asset's id.
         * @example ast_seed_audio_01
         */
        AssetId: string;
        /**
         * @description The statement's id.
         * @example stm_0c1k8w6z4m2q9s7d5f3h1
         */
        StatementId: string;
        /**
         * @description The payout's id.
         * @example pay_0c1k8w6z4m2q9s7d5f3h1
         */
        PayoutId: string;
        /**
         * @description The message's id.
         * @example ern_0c1k8w6z4m2q9s7d5f3h1
         */
        ErnMessageId: string;
        /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
        IdempotencyKey: string;
        /** @description The page size. */
        Limit: number;
        /** @description The page size. */
        LimitAll: number;
        /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
        Cursor: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Unique per request; equals `error.request_id` in an error.
         * @example req_1x9c2ab0f3k7d5m8q2w4z
         */
        RequestId: string;
        /**
         * @description The quota of the one-minute window.
         * @example 6000
         */
        RateLimitLimit: number;
        /**
         * @description The number of requests left in the window.
         * @example 5999
         */
        RateLimitRemaining: number;
        /**
         * @description The number of seconds to wait before you retry, as an integer.
         * @example 1
         */
        RetryAfter: number;
        /** @description `true` when this is the stored response to an earlier request with the same Idempotency-Key. */
        IdempotentReplayed: "true";
        /** @description The `X-Request-Id` of the first request. Present only in a replayed response. */
        OriginalRequestId: string;
        /**
         * @description Specific to the sandbox. What the sandbox ignored, and what is deprecated: fields and parameters that are unknown or cannot be set here, and an `X-Sandbox-Scenario` that has no effect here. One value per finding, separated by commas, at most ten values and 2 kB. Field names are escaped (`\u002c`).
         * @example artists: can't be changed by PATCH; ignored
         */
        SandboxWarning: string;
        /** @description Specific to the sandbox. The scenario in use and where it was chosen. */
        SandboxScenario: string;
        /**
         * @description How to authenticate (RFC 6750).
         * @example Bearer realm="mds-sandbox"
         */
        WwwAuthenticate: string;
        /** @description When the feature that the request used was deprecated (RFC 9745). */
        Deprecation: string;
        /** @description When the deprecated feature stops working (RFC 8594). */
        Sunset: string;
        /** @description The media type to send instead (RFC 9110). Absent when only the compression is wrong. */
        Accept: string;
        /**
         * @description The path of the message (RFC 9110).
         * @example /v1/ern/messages/ern_0c1k8w6z4m2q9s7d5f3h1
         */
        Location: string;
        /**
         * @description Responses of the token operation are never cached.
         * @example no-store
         */
        CacheControl: "no-store";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listReleases: {
        parameters: {
            query?: {
                /** @description Return only releases with this status. Defaults to all statuses. */
                status?: components["schemas"]["ReleaseStatus"];
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of releases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleasePage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseCreate"];
            };
        };
        responses: {
            /** @description The new release, a `draft`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A release with the same UPC, label and release date was already submitted, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid release. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The release. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
                 * @example rejection
                 */
                "X-Sandbox-Scenario"?: components["parameters"]["SandboxScenario"];
            };
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseUpdate"];
            };
        };
        responses: {
            /** @description The updated release. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description An asset is not ready, or the first request with this Idempotency-Key is still running. With `status`: the release can't change from its status to the new one, or a release with the same UPC, label and release date was already submitted. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid update. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
                 * @example rejection
                 */
                "X-Sandbox-Scenario"?: components["parameters"]["SandboxScenario"];
            };
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The release is not a draft, an asset is not ready, a release with the same UPC, label and release date was already submitted, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The release is incomplete or its date has passed, and no asset is still to become ready. `details` lists every unmet condition. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTracks: {
        parameters: {
            query?: {
                /** @description Return only the tracks of this release. Defaults to all tracks of the organization. */
                release_id?: string;
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tracks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTrack: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackCreate"];
            };
        };
        responses: {
            /** @description The track. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The release is neither a draft nor rejected, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid track. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTracks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TracksCreate"];
            };
        };
        responses: {
            /** @description The tracks, in the order of the request. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackList"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A release is neither a draft nor rejected, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description At least one item is not a valid track, so no track was created. `details` lists every issue of every item. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTrack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The track's id.
                 * @example trk_0c1k8w6z4m2q9s7d5f3h1
                 */
                track_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The track. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTrack: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The track's id.
                 * @example trk_0c1k8w6z4m2q9s7d5f3h1
                 */
                track_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackUpdate"];
            };
        };
        responses: {
            /** @description The updated track. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid update. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Return only assets of this type. */
                type?: components["schemas"]["AssetType"];
                /** @description Return only assets with this status. */
                status?: components["schemas"]["AssetStatus"];
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of assets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetCreate"];
            };
        };
        responses: {
            /** @description The asset, with the status `awaiting_upload`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid asset. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The asset's id.
                 * @example ast_seed_audio_01
                 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The asset's id.
                 * @example ast_seed_audio_01
                 */
                asset_id: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        /** @description The bytes of the file. The sandbox accepts any media type except a multipart form and inspects only the bytes. */
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["AssetContent"];
                "audio/wav": components["schemas"]["AssetContent"];
                "audio/flac": components["schemas"]["AssetContent"];
                "image/jpeg": components["schemas"]["AssetContent"];
                "image/png": components["schemas"]["AssetContent"];
            };
        };
        responses: {
            /** @description The asset, with the status `processing`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description The upload is empty. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The asset already has content, or the world was reset during the upload. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content is larger than 256 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The content was sent as a multipart form instead of raw bytes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Return only deliveries with this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Return only deliveries of this release. */
                release_id?: string;
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
                 * @example rejection
                 */
                "X-Sandbox-Scenario"?: components["parameters"]["SandboxScenario"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryCreate"];
            };
        };
        responses: {
            /** @description The delivery, with the status `in_progress`. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The release is neither submitted nor delivered, its artwork or the audio of a track is not ready, a store already has an order for it, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid delivery, or a track of the release has no audio. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resubmitDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StoreSelection"];
            };
        };
        responses: {
            /** @description The delivery, with the status `in_progress` again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description No store rejected or flagged the delivery, a named store did neither, the release is a draft again, its artwork or the audio of a track is not ready, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A named store is not part of the delivery, a territory is no longer covered by the release, or a track has no audio. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    takedownDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The delivery's id.
                 * @example dlv_0c1k8w6z4m2q9s7d5f3h1
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StoreSelection"];
            };
        };
        responses: {
            /** @description The delivery. The requested stores have the status `takedown_pending`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description A named store is not delivered or does not support takedowns, no store of the delivery can take it down, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A named store is not part of the delivery. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description `api.changelog.published` requires an enterprise account, and this account is a standard one. Or the sandbox refuses the host name or the origin of the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The organization already has 500 endpoints, the endpoint was removed or the world was reset during the ping, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid endpoint, or its URL leads to a blocked address. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description `api.changelog.published` requires an enterprise account, and this account is a standard one. Or the sandbox refuses the host name or the origin of the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A value is invalid, or the URL leads to a blocked address. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new status. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The Idempotency-Key was already used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description Return only events with this status. */
                status?: components["schemas"]["EventDeliveryStatus"];
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDeliveryPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The endpoint's id.
                 * @example whk_0t5m1c91n0w2j81q7hhd3
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Redelivery"];
            };
        };
        responses: {
            /** @description The events that are redelivered. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDeliveryList"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The endpoint is unverified, an event is still pending, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A named event was not sent to this endpoint. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStores: {
        parameters: {
            query?: {
                /** @description Return only stores that serve this territory. */
                territory?: components["schemas"]["TerritoryCode"];
                /** @description The page size. */
                limit?: components["parameters"]["LimitAll"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of stores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorePage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTerritories: {
        parameters: {
            query?: {
                /** @description The page size. */
                limit?: components["parameters"]["LimitAll"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of territories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerritoryPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRoyalties: {
        parameters: {
            query?: {
                /** @description Return only amounts that were earned in this month. A store that reports late does so in a later statement. */
                period?: components["schemas"]["Period"];
                /** @description Return only amounts that this store reported. Must be a store that GET /v1/stores lists. */
                store_id?: string;
                /** @description Return only the earnings of this release. */
                release_id?: string;
                /** @description Return only records in this currency. */
                currency?: components["schemas"]["CurrencyCode"];
                /** @description The page size. Defaults to 20. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @deprecated
                 * @description The page number, starting at 1. Pages shift when records are added; use `cursor` instead.
                 */
                page?: number;
                /**
                 * @deprecated
                 * @description The page size. Defaults to 20. Use `limit` instead.
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of royalty records. The `Deprecation` header is present when the request used `page` or `per_page`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoyaltyPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description Return only statements with this status. */
                status?: components["schemas"]["StatementStatus"];
                /** @description Return only statements of this month. */
                period?: components["schemas"]["Period"];
                /** @description Return only statements in this currency. */
                currency?: components["schemas"]["CurrencyCode"];
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of statements. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStatement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The statement's id.
                 * @example stm_0c1k8w6z4m2q9s7d5f3h1
                 */
                statement_id: components["parameters"]["StatementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLineItems: {
        parameters: {
            query?: {
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The statement's id.
                 * @example stm_0c1k8w6z4m2q9s7d5f3h1
                 */
                statement_id: components["parameters"]["StatementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of line items. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineItemPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Return only payouts with this status. */
                status?: components["schemas"]["PayoutStatus"];
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payouts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutPage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
                 * @example rejection
                 */
                "X-Sandbox-Scenario"?: components["parameters"]["SandboxScenario"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutCreate"];
            };
        };
        responses: {
            /** @description The payout. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description A statement is open or claimed by another payout (`details` names each of them), or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid payout. `details` lists every issue. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payout's id.
                 * @example pay_0c1k8w6z4m2q9s7d5f3h1
                 */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releasePayout: {
        parameters: {
            query?: never;
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The payout's id.
                 * @example pay_0c1k8w6z4m2q9s7d5f3h1
                 */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout, with the status `processing`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The payout is on hold or no longer pending, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The Idempotency-Key was already used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listErnMessages: {
        parameters: {
            query?: {
                /** @description Return only messages with this status. */
                status?: components["schemas"]["ErnMessageStatus"];
                /** @description Return only messages of this type. */
                message_type?: components["schemas"]["ErnMessageType"];
                /** @description Return only messages that created or changed this release. */
                release_id?: string;
                /** @description The page size. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the previous page. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErnMessagePage"];
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EnterpriseOnly"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendErnMessage: {
        parameters: {
            query?: {
                /** @description `auto` submits the release as soon as its assets are ready and delivers it to the stores of its deals. `none` changes only the catalogue. */
                delivery?: "auto" | "none";
            };
            header?: {
                /** @description A UUID v4. A retry with the same key, method, path and body returns the first response, byte for byte. Only 2xx responses are kept, for 24 hours on the world's clock: a refused request can be corrected and retried with its key. A replayed response has its own `X-Request-Id`; `X-Original-Request-Id` names the first request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Specific to the sandbox. The scenario for this release, delivery, payout or ERN message. Takes precedence over the tag in the release's title (`[sandbox:NAME]`), the world's scenario and the command line.
                 * @example rejection
                 */
                "X-Sandbox-Scenario"?: components["parameters"]["SandboxScenario"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The bytes of the message, uncompressed. */
        requestBody: {
            content: {
                "application/xml": components["schemas"]["ErnDocument"];
                "text/xml": components["schemas"]["ErnDocument"];
            };
        };
        responses: {
            /** @description The message that this sender sent before with the same bytes. */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErnMessage"];
                };
            };
            /** @description The message, with the status `received`. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Original-Request-Id": components["headers"]["OriginalRequestId"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErnMessage"];
                };
            };
            /** @description The body is empty or not well-formed, has a DOCTYPE or another encoding than UTF-8 or UTF-16, or exceeds a limit of docs/ern.md; or a query or header value is malformed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EnterpriseOnly"];
            /** @description The sender used this MessageId for a message with other bytes, or the first request with this Idempotency-Key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The message is larger than 4 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is neither `application/xml` nor `text/xml`, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    Accept: components["headers"]["Accept"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The root is not a message of a supported version, required parts of the header are missing, the world has as many messages as it can have, or the Idempotency-Key was used for another request. `details` names the XML paths. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getErnMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message's id.
                 * @example ern_0c1k8w6z4m2q9s7d5f3h1
                 */
                ern_message_id: components["parameters"]["ErnMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErnMessage"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EnterpriseOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getErnAcknowledgement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message's id.
                 * @example ern_0c1k8w6z4m2q9s7d5f3h1
                 */
                ern_message_id: components["parameters"]["ErnMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The acknowledgement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": components["schemas"]["ErnDocument"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EnterpriseOnly"];
            404: components["responses"]["NotFound"];
            /** @description The message is not processed yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportReleaseErn: {
        parameters: {
            query?: {
                /** @description The type of the message. */
                message_type?: components["schemas"]["ErnMessageType"];
                /** @description The version of ERN. */
                version?: "4.3.2" | "4.3";
            };
            header?: never;
            path: {
                /**
                 * @description The release's id.
                 * @example rel_seed_01
                 */
                release_id: components["parameters"]["ReleaseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": components["schemas"]["ErnDocument"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["EnterpriseOnly"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. Send it as `Authorization: Bearer <access_token>`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-Sandbox-Warning": components["headers"]["SandboxWarning"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["OAuthError"];
            401: components["responses"]["OAuthInvalidClient"];
            403: components["responses"]["OAuthError"];
            413: components["responses"]["OAuthError"];
            415: components["responses"]["OAuthUnsupportedMediaType"];
            429: components["responses"]["OAuthRateLimitExceeded"];
            500: components["responses"]["OAuthError"];
            503: components["responses"]["OAuthError"];
        };
    };
    onPing: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingEvent"];
            };
        };
        responses: {
            /** @description The endpoint is verified if this response arrives within ten seconds. The body is ignored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response makes the endpoint unverified. The sandbox does not retry a ping; request a new one. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReleaseStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseStatusChangedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response within 30 seconds is a success. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is a failure, including redirects. The sandbox retries after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDeliveryCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryCompletedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response within 30 seconds is a success. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is a failure, including redirects. The sandbox retries after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAssetReady: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssetReadyEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response within 30 seconds is a success. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is a failure, including redirects. The sandbox retries after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onApiChangelogPublished: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogPublishedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response within 30 seconds is a success. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is a failure, including redirects. The sandbox retries after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onErnMessageProcessed: {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Verify it over the raw bytes before you process the event. */
                "X-SVC-Signature": string;
                /** @description The name and version of the sandbox. */
                "User-Agent"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErnMessageProcessedEvent"];
            };
        };
        responses: {
            /** @description Any 2xx response within 30 seconds is a success. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is a failure, including redirects. The sandbox retries after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
