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
         * @description Newest first by `created_at`. Follow `next_cursor` until `has_more` is false: a page never repeats or skips a release that existed when the first page was read.
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
         * Change a release
         * @description Only the fields in the body change, in every status of the release; `territories` is replaced whole. Setting `status` is deprecated: before 2024-09-01 on the world's clock `submitted` submits a draft, from that day on it is refused. Use the submit operation.
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
         * @description Moves a draft to `submitted`. It needs at least one track, a `ready` audio asset on every track, `ready` artwork and a release date in the future; every condition that is not met is reported at once.
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
         * @description Newest first by `created_at`.
         */
        get: operations["listTracks"];
        put?: never;
        /**
         * Create a track
         * @description Attaches a track to a release that is a `draft` or was `rejected`.
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
         * @description All or nothing. A refusal names every fault of every item, such as `tracks[2].isrc`.
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
                /** @description The track's id. */
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
         * Change a track
         * @description Only the fields in the body change; `territory` is replaced whole.
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
         * @description Newest first by `created_at`.
         */
        get: operations["listAssets"];
        put?: never;
        /**
         * Announce an asset
         * @description The answer has the `upload_url` that takes the content. Nobody must upload to begin - every world has ready assets.
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
         * @description The raw bytes, up to 256 MiB. They are hashed and looked at, never kept. Content that contradicts the declared type, or artwork that is not square or under 3000 x 3000 pixels, fails the asset. An upload that breaks off can be tried again.
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
         * @description Newest first by `created_at`.
         */
        get: operations["listDeliveries"];
        put?: never;
        /**
         * Deliver a release
         * @description Sends a release that is `submitted` or `delivered` to stores. Every store goes its own way: `pending`, `ingesting`, then `delivered`, `rejected` or `action_required`, as the scenario says.
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
                /** @description The delivery's id. */
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
                /** @description The delivery's id. */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resubmit to affected stores
         * @description Sends the corrected release again to the stores that rejected or flagged it, or to some of them. The delivery is `in_progress` again. Its territories must still be the release's; `WORLDWIDE` is worked out anew, and must leave something at every store.
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
                /** @description The delivery's id. */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a delivery down
         * @description Asks the stores that have the release, or some of them, to remove it. They confirm within 24 to 72 hours; then the delivery is `taken_down`.
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
         * @description Newest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an endpoint
         * @description Sends a signed `ping` to the URL and waits for it. An endpoint that answers 200 within ten seconds is `verified`; any other is created `unverified`, and gets no live events until a later ping succeeds. The `secret` that signs its events is in this answer only. Bring your own, or have one made.
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
                /** @description The endpoint's id. */
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
         * @description What was still on its way to it is not sent any more.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Only the fields that are sent change. A new `url` makes the endpoint `unverified` until a ping to it succeeds; events that were still on their way wait for that.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint's id. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ping an endpoint
         * @description Sends a new `ping` and waits for it. The endpoint is `verified` afterwards if it answered 200 within ten seconds, and `unverified` if not.
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
                /** @description The endpoint's id. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the events of an endpoint
         * @description Everything that was sent to it, or is on its way, with every attempt; newest first, for 30 days on the world's clock. Pings are not among them: what became of them is the endpoint's `status`.
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
                /** @description The endpoint's id. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description Every undeliverable event of the endpoint, or the events that are named, delivered ones included. Each gets one further attempt, with the same id and the same bytes.
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
         * @description Every store with the territories it serves and what it can do. One page holds them all.
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
         * @description The codes that the network supports and the account is licensed for. One page holds them all.
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
         * @description What each release earned at each store in a month, one record per statement, period, store and release. The newest statement comes first. `page` and `per_page` still work, deprecated since 2024-06-01; they do not go together with `limit` and `cursor`.
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
         * @description One per month and currency, the newest first. The present month's are `open`.
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
                /** @description The statement's id. */
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
                /** @description The statement's id. */
                statement_id: components["parameters"]["StatementId"];
            };
            cookie?: never;
        };
        /**
         * List the line items of a statement
         * @description In an order of their own that never changes; an open statement gets more at its end.
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
         * @description Newest first by `created_at`.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Ask for a payout
         * @description Of closed statements of one currency that no other payout claims. It is `pending` for 24 hours unless it is released before, then `processing`, and `paid` or `failed` 48 hours later; `on_hold` when the scenario says so.
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
                /** @description The payout's id. */
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
                /** @description The payout's id. */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a pending payout
         * @description It is `processing` at once instead of after its 24 hours.
         */
        post: operations["releasePayout"];
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
         * @description OAuth 2.0 client credentials, for enterprise organizations. The client authenticates by HTTP Basic or with `client_id` and `client_secret` in the form. This one operation answers its errors in OAuth's own shape (RFC 6749, section 5.2).
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
         * Is the endpoint there?
         * @description Sent once after an endpoint is registered, and on each re-ping, to check that it is reachable. Must be answered with 200 within ten seconds.
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
         * A release has another status
         * @description A release has another status.
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
         * A delivery has become `delivered`, `rejected` or `action_required`; once more after each resubmission
         * @description A delivery has become `delivered`, `rejected` or `action_required`; once more after each resubmission.
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
         * An asset has become `ready`
         * @description An asset has become `ready`.
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
         * @description `YYYY-MM-DD`. Must lie in the future when the release is submitted.
         */
        ReleaseDate: string;
        /** @description ISO 3166-1 alpha-2. */
        TerritoryCode: string;
        /** @description Where the release is licensed. Codes, or the single value `WORLD` for worldwide rights. */
        ReleaseTerritories: string[];
        Artist: {
            name: string;
            /**
             * @description The specification shows `main` only; the other values are the sandbox's.
             * @enum {string}
             */
            role: "main" | "featured" | "remixer" | "producer" | "composer";
        };
        /** @description In the order shown in stores; at least one with role `main`. */
        Artists: components["schemas"]["Artist"][];
        /**
         * Format: upc
         * @description 12 digits, the last a GS1 check digit.
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
            /** @description The cover; null until set through PATCH. */
            artwork_asset_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ReleaseCreate: {
            title: components["schemas"]["Title"];
            artists: components["schemas"]["Artists"];
            release_date: components["schemas"]["ReleaseDate"];
            /** @description Defaults to the account's label. */
            label?: components["schemas"]["Label"];
            /** @description Defaults to `["WORLD"]`. */
            territories?: components["schemas"]["ReleaseTerritories"];
            /** @description When omitted, one is assigned from the account's pool. */
            upc?: components["schemas"]["Upc"];
        };
        ReleaseUpdate: {
            title?: components["schemas"]["Title"];
            release_date?: components["schemas"]["ReleaseDate"];
            /** @description Replaces the present list whole. */
            territories?: components["schemas"]["ReleaseTerritories"];
            label?: components["schemas"]["Label"];
            /** @description An artwork asset that is `ready`. */
            artwork_asset_id?: string;
            /**
             * @deprecated
             * @description Deprecated; refused from 2024-09-01 on. Only `submitted` was ever accepted.
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
        /** @description ISO 3901, `CC-XXX-YY-NNNNN`. Accepted without hyphens too, returned with them. */
        Isrc: string;
        TrackNumber: number;
        Track: {
            id: string;
            release_id: string;
            title: components["schemas"]["Title"];
            isrc: components["schemas"]["Isrc"];
            /** @description The recording; null until set. */
            audio_asset_id: string | null;
            territory: components["schemas"]["ReleaseTerritories"];
            track_number: components["schemas"]["TrackNumber"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        TrackCreate: {
            release_id: string;
            title: components["schemas"]["Title"];
            /** @description When omitted, one is assigned from the account's registrant code. */
            isrc?: components["schemas"]["Isrc"];
            /** @description An audio asset; it need not be ready yet. */
            audio_asset_id?: string;
            /** @description Defaults to the release's territories. */
            territory?: components["schemas"]["ReleaseTerritories"];
            /** @description Unique within the release. Defaults to the next free one. */
            track_number?: components["schemas"]["TrackNumber"];
        };
        TracksCreate: {
            tracks: components["schemas"]["TrackCreate"][];
        };
        TrackUpdate: {
            title?: components["schemas"]["Title"];
            isrc?: components["schemas"]["Isrc"];
            audio_asset_id?: string;
            /** @description Replaces the present list whole. */
            territory?: components["schemas"]["ReleaseTerritories"];
            track_number?: components["schemas"]["TrackNumber"];
        };
        /** @enum {string} */
        AssetType: "audio" | "artwork";
        /**
         * @description The specification shows `ready` only.
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
            /** @description Null until uploaded. */
            size_bytes: number | null;
            /** @description Null until uploaded. */
            checksum_sha256: string | null;
            /** @description Where to PUT the content; null once it is there. */
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
        } & (unknown & unknown);
        /** Format: date-time */
        Timestamp: string;
        /**
         * @description `in_progress` is the sandbox's word; the specification names the others.
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
            /** @description Why the store rejected or flagged the delivery. */
            rejection_code?: string;
            /** @description The same in words. */
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
             * @description When the delivery was last `delivered`, `rejected` or `action_required`; null while in progress.
             */
            completed_at: string | null;
        };
        DeliveryCreate: {
            release_id: string;
            store_ids: components["schemas"]["StoreIds"];
            territory_codes: components["schemas"]["DeliveryTerritories"];
        };
        StoreSelection: {
            /** @description All that can be meant, when omitted. */
            store_ids?: components["schemas"]["StoreIds"];
        };
        Store: {
            store_id: string;
            name: string;
            territories: components["schemas"]["TerritoryCode"][];
            capabilities: {
                audio_formats: ("wav" | "flac")[];
                takedown: boolean;
                preorder: boolean;
                typical_ingestion_hours: number;
            };
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
         * @description ISO 4217. These are the ones that the sandbox's stores pay in; the real service may have others.
         * @enum {string}
         */
        Currency: "USD" | "EUR" | "GBP" | "JPY";
        /** @description A decimal with the currency's minor units, never a JSON number; `12.30` USD, `1230` JPY. */
        Amount: string;
        RoyaltyRecord: {
            id: string;
            statement_id: string;
            /** @description The month in which it was earned; before the statement's own when a store is late or corrects. */
            period: components["schemas"]["Period"];
            store_id: string;
            release_id: string;
            gross_amount: components["schemas"]["Amount"];
            /** @description Gross minus distribution fees and withholding taxes. */
            net_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
        };
        /** @enum {string} */
        StatementStatus: "open" | "closed";
        Statement: {
            id: string;
            period: components["schemas"]["Period"];
            currency: components["schemas"]["Currency"];
            /** @description The sum of its line items' earnings, rounded once. */
            gross_amount: components["schemas"]["Amount"];
            /** @description Gross minus distribution fees and withholding taxes. */
            net_amount: components["schemas"]["Amount"];
            status: components["schemas"]["StatementStatus"];
            /** @description When it was opened. */
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
            /** @description Plays times rate, not rounded. */
            earnings: components["schemas"]["LineAmount"];
            currency: components["schemas"]["Currency"];
        };
        /** @description A decimal with six places, in every currency. */
        LineAmount: string;
        /**
         * @description `on_hold` is the specification's; the others are the sandbox's words.
         * @enum {string}
         */
        PayoutStatus: "pending" | "on_hold" | "processing" | "paid" | "failed";
        /** @enum {string} */
        HoldReason: "identity_verification" | "compliance_review";
        Payout: {
            id: string;
            /** @description The sum of its statements' net amounts. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            status: components["schemas"]["PayoutStatus"];
            /** @description Only while it is `on_hold`. */
            hold_reason?: components["schemas"]["HoldReason"];
            statement_ids: string[];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        PayoutCreate: {
            /** @description Closed, of one currency, and not claimed by another payout. */
            statement_ids: string[];
        };
        /** @description Send it as `cursor` to get the next page; null on the last page. */
        NextCursor: string | null;
        /** @description False on the last page. */
        HasMore: boolean;
        TokenRequest: {
            /** @description `client_credentials`. */
            grant_type: string;
            /** @description `client_<tier>_<world>`. */
            client_id?: string;
            /** @description The world's API key. */
            client_secret?: string;
        };
        Token: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds on the world's clock. */
            expires_in: number;
        };
        OAuthError: {
            /** @enum {string} */
            error: "invalid_request" | "invalid_client" | "unauthorized_client" | "unsupported_grant_type" | "server_error";
            error_description?: string;
        };
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description For developers; may change. */
                message: string;
                /** @description Equals the X-Request-Id header. */
                request_id: string;
                details?: components["schemas"]["ErrorDetail"][];
            };
        };
        ErrorDetail: {
            /** @description Path of the failing field, such as `artists[0].role`. */
            field?: string;
            /** @description What is wrong with it. */
            issue?: string;
        };
        /**
         * @description Stable. docs/errors.md says of each code what causes it and what mends it.
         * @enum {string}
         */
        ErrorCode: "missing_required_field" | "invalid_isrc_format" | "duplicate_submission" | "asset_not_ready" | "territory_not_supported" | "rate_limit_exceeded" | "invalid_request" | "invalid_cursor" | "invalid_idempotency_key" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "invalid_state" | "idempotency_key_in_use" | "payout_on_hold" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "internal_error" | "service_unavailable";
        /**
         * @description What an endpoint can subscribe to. `api.changelog.published` is for enterprise accounts; `ping` is sent in any case.
         * @enum {string}
         */
        EventType: "ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published";
        /** @description One event type, or a list of them. */
        EventTypes: ("ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published") | ("ping" | "release.status.changed" | "delivery.completed" | "asset.ready" | "api.changelog.published")[];
        /**
         * @description Where events go: http or https, without credentials, and not to link-local or cloud metadata addresses.
         * @example https://partner.example/webhooks
         */
        WebhookUrl: string;
        /**
         * @description Whether its last ping was answered with 200 in time. Only verified endpoints get live events.
         * @enum {string}
         */
        WebhookStatus: "verified" | "unverified";
        /** @description Signs every event for this endpoint. */
        WebhookSecret: string;
        Webhook: {
            /** @description Identifier. */
            id: string;
            url: components["schemas"]["WebhookUrl"];
            /** @description Subscribed event types. */
            event_type: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        NewWebhook: {
            /** @description Identifier. */
            id: string;
            url: components["schemas"]["WebhookUrl"];
            /** @description Subscribed event types. */
            event_type: components["schemas"]["EventType"][];
            status: components["schemas"]["WebhookStatus"];
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
            /** @description Events of this endpoint; without it, every undeliverable one. */
            event_ids?: string[];
        };
        /**
         * @description `pending` is on its way or waits for its next attempt; `undeliverable` has failed six times.
         * @enum {string}
         */
        EventDeliveryStatus: "pending" | "delivered" | "undeliverable";
        Attempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /** @description What the endpoint answered; null when there was no answer. */
            status_code: number | null;
            /**
             * @description Why there was no answer. `blocked` means that the address is off limits (or that the event was not as documented, which is a mistake of the sandbox), `dropped` that the scenario lost it on the way.
             * @enum {string|null}
             */
            failure: "timeout" | "connection_refused" | "connection_closed" | "name_not_found" | "tls" | "invalid_answer" | "unreachable" | "blocked" | "dropped" | null;
            /** @description How long it took in milliseconds of wall time. */
            duration_ms: number;
            /** @description The first 2 kB of the answer. */
            response_body: string;
        };
        EventDelivery: {
            event: components["schemas"]["Event"];
            status: components["schemas"]["EventDeliveryStatus"];
            /**
             * Format: date-time
             * @description When it is tried next, on the world's clock.
             */
            next_attempt_at: string | null;
            /** @description Every attempt, the first first. */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description What an endpoint is sent. */
        Event: components["schemas"]["PingEvent"] | components["schemas"]["ReleaseStatusChangedEvent"] | components["schemas"]["DeliveryCompletedEvent"] | components["schemas"]["AssetReadyEvent"] | components["schemas"]["ChangelogPublishedEvent"];
        /** @description Unique per event and the same in every attempt. Deduplicate by it. */
        EventId: string;
        PingEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "ping";
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: {
                /** @description The endpoint. */
                webhook_id: string;
            };
        };
        ReleaseStatusChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "release.status.changed";
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: {
                /** @description The release. */
                release_id: string;
                previous_status: components["schemas"]["ReleaseStatus"];
                status: components["schemas"]["ReleaseStatus"];
            };
        };
        DeliveryCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "delivery.completed";
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: {
                /** @description The delivery. */
                delivery_id: string;
                /** @description Its release. */
                release_id: string;
                /**
                 * @description What it came to.
                 * @enum {string}
                 */
                status: "delivered" | "rejected" | "action_required";
                /** @description Every store of the delivery. */
                stores: components["schemas"]["StoreOrder"][];
            };
        };
        AssetReadyEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "asset.ready";
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: {
                /** @description The asset. */
                asset_id: string;
                type: components["schemas"]["AssetType"];
            };
        };
        ChangelogPublishedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event's type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event_type: "api.changelog.published";
            created_at: components["schemas"]["Timestamp"];
            /** @description What happened. */
            data: {
                /**
                 * Format: date
                 * @description The date of the entry.
                 */
                date: string;
                /** @description What changed. */
                summary: string;
            };
        };
    };
    responses: {
        /** @description A path, query or header value is malformed. */
        InvalidRead: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A query value is malformed, or the cursor is not one that this list gave out. */
        InvalidList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON, a path, query or header value is malformed, or the Idempotency-Key is no UUID v4. */
        InvalidWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The organization has nothing with this id. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The organization has nothing with this id. */
        NotFoundWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as `application/json` in UTF-8, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account's quota for the minute, or its burst for the second, is used up. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Retry-After": components["headers"]["RetryAfter"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is down. Only a scenario's fault makes the sandbox say so. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description What is wrong with the token request, in OAuth's shape. */
        OAuthError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is not sent as `application/x-www-form-urlencoded` in UTF-8, or it is compressed. */
        OAuthUnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "Cache-Control": components["headers"]["CacheControl"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many tokens are asked for. Only a scenario's fault makes the sandbox say so: asking for a token does not count against a quota. */
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
        /** @description The delivery's id. */
        DeliveryId: string;
        /** @description The endpoint's id. */
        WebhookId: string;
        /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
        EventSignature: string;
        /** @description The sandbox and its version. */
        EventSender: string;
        /**
         * @description The sandbox's own. The scenario that this release, delivery or payout follows, instead of the one that the release's title tag (`[sandbox:NAME]`), the world or the command line names.
         * @example rejection
         */
        SandboxScenario: string;
        /**
         * @description The asset's id.
         * @example ast_seed_audio_01
         */
        AssetId: string;
        /** @description The statement's id. */
        StatementId: string;
        /** @description The payout's id. */
        PayoutId: string;
        /**
         * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
         * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
         */
        IdempotencyKey: string;
        /** @description The size of the page. */
        Limit: number;
        /** @description The size of the page. */
        LimitAll: number;
        /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
         * @description What is left of that quota.
         * @example 5999
         */
        RateLimitRemaining: number;
        /**
         * @description Whole seconds after which the call passes.
         * @example 1
         */
        RetryAfter: number;
        /** @description `true` when this is the kept answer to an earlier call with the same Idempotency-Key. */
        IdempotentReplayed: "true";
        /** @description The sandbox's own. Which scenario is followed, and who chose it. */
        SandboxScenario: string;
        /**
         * @description How to authenticate (RFC 6750).
         * @example Bearer realm="mds-sandbox"
         */
        WwwAuthenticate: string;
        /** @description When the feature that the request used was deprecated (RFC 9745). */
        Deprecation: string;
        /** @description When it stops working (RFC 8594). */
        Sunset: string;
        /** @description The media type to send instead (RFC 9110); not there when only the compression is wrong. */
        Accept: string;
        /**
         * @description Tokens are never cached.
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
                /** @description Only releases in this status; all when omitted. */
                status?: components["schemas"]["ReleaseStatus"];
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Release"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRelease: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
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
            /** @description The draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The same release was already submitted, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid release. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The sandbox's own. The scenario that this release, delivery or payout follows, instead of the one that the release's title tag (`[sandbox:NAME]`), the world or the command line names.
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
            /** @description The changed release. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
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
            404: components["responses"]["NotFoundWrite"];
            /** @description The release or an asset it names is not in the state that the change needs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid change. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The sandbox's own. The scenario that this release, delivery or payout follows, instead of the one that the release's title tag (`[sandbox:NAME]`), the world or the command line names.
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submission"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The release is not a draft, an asset is not ready, or the same release was already submitted. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The release is not complete. `details` lists every unmet condition at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description Only the tracks of this release; all of the organization when omitted. */
                release_id?: string;
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Track"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTrack: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The release takes no more tracks, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid track. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Track"][];
                    };
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description A release takes no more tracks, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description At least one item is not a valid track; nothing was created. `details` lists every fault of every item. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description The track's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The track's id. */
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
            /** @description The changed track. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Track"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid change. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description Only assets of this type. */
                type?: components["schemas"]["AssetType"];
                /** @description Only assets in this status. */
                status?: components["schemas"]["AssetStatus"];
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Asset"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
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
            /** @description The asset, awaiting its upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid asset. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description The asset, being processed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The asset already has its content. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content is over 256 MiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The content is sent as a multipart form instead of as it is. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description Only deliveries in this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only deliveries of this release. */
                release_id?: string;
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The sandbox's own. The scenario that this release, delivery or payout follows, instead of the one that the release's title tag (`[sandbox:NAME]`), the world or the command line names.
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
            /** @description The delivery, in progress. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The release is not ready for delivery, or a store already has an order of it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid delivery. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description The delivery's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The delivery's id. */
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
            /** @description The delivery, in progress again. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description No store is affected, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A store is not one of those that rejected or flagged the delivery. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The delivery's id. */
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
            /** @description The delivery; its stores are to remove it. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The delivery is not delivered, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A store does not have the release, or takes nothing down. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The account is a standard one, and `api.changelog.published` is for enterprise accounts only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There are 500 endpoints already; the endpoint was removed while it was pinged; or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid endpoint, or its URL must not be sent to. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description The endpoint's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /** @description The endpoint's id. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The endpoint's id. */
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description The account is a standard one, and `api.changelog.published` is for enterprise accounts only. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFoundWrite"];
            /** @description The first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A value is not valid, or the URL must not be sent to. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The endpoint's id. */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with the status that the ping led to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description Only events in this status. */
                status?: components["schemas"]["EventDeliveryStatus"];
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The endpoint's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventDelivery"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The endpoint's id. */
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
            /** @description The events that are sent again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EventDelivery"][];
                    };
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The endpoint is unverified, an event is still on its way, or the first call with this key is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description An event is not one of this endpoint. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description Only stores that serve this territory. */
                territory?: components["schemas"]["TerritoryCode"];
                /** @description The size of the page. */
                limit?: components["parameters"]["LimitAll"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Store"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTerritories: {
        parameters: {
            query?: {
                /** @description The size of the page. */
                limit?: components["parameters"]["LimitAll"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Territory"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRoyalties: {
        parameters: {
            query?: {
                /** @description Only what was earned in this month. A late store reports it in a later statement. */
                period?: components["schemas"]["Period"];
                /** @description Only what this store reported. One of GET /v1/stores. */
                store_id?: string;
                /** @description Only what this release earned. */
                release_id?: string;
                /** @description Only records in this currency. */
                currency?: components["schemas"]["Currency"];
                /** @description The size of the page; 20 when left out. */
                limit?: number;
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @deprecated
                 * @description Which page, from 1 on. Pages shift when records are added; use `cursor`.
                 */
                page?: number;
                /**
                 * @deprecated
                 * @description The size of the page; 20 when left out. Use `limit`.
                 */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of royalty records. `Deprecation` when `page` or `per_page` was used. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    Deprecation: components["headers"]["Deprecation"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RoyaltyRecord"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatements: {
        parameters: {
            query?: {
                /** @description Only statements in this status. */
                status?: components["schemas"]["StatementStatus"];
                /** @description Only statements of this month. */
                period?: components["schemas"]["Period"];
                /** @description Only statements in this currency. */
                currency?: components["schemas"]["Currency"];
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Statement"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
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
                /** @description The statement's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLineItems: {
        parameters: {
            query?: {
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description The statement's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LineItem"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description Only payouts in this status. */
                status?: components["schemas"]["PayoutStatus"];
                /** @description The size of the page. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Opaque; valid only for the same list with the same filters. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payout"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        has_more: components["schemas"]["HasMore"];
                    };
                };
            };
            400: components["responses"]["InvalidList"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The sandbox's own. The scenario that this release, delivery or payout follows, instead of the one that the release's title tag (`[sandbox:NAME]`), the world or the command line names.
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
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "X-Sandbox-Scenario": components["headers"]["SandboxScenario"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            /** @description A statement is open, or claimed by another payout. `details` names every one of them. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The body is not a valid payout. `details` lists every fault at once. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
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
                /** @description The payout's id. */
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidRead"];
            401: components["responses"]["Unauthorized"];
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
                /**
                 * @description A UUID v4. A retry with the same key, method, path and body gets the first answer again, byte for byte. Keys are kept for 24 hours on the world's clock.
                 * @example 7a4d0e6c-6f2b-4c7e-9a51-0d6a3f9b2c18
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payout's id. */
                payout_id: components["parameters"]["PayoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payout, in processing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFoundWrite"];
            /** @description The payout is on hold, or no longer pending. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The Idempotency-Key was used for another call. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["OAuthError"];
            401: components["responses"]["OAuthInvalidClient"];
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
                /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
                "X-SVC-Signature": components["parameters"]["EventSignature"];
                /** @description The sandbox and its version. */
                "User-Agent"?: components["parameters"]["EventSender"];
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
            /** @description The endpoint is verified, if this comes within ten seconds. The body does not matter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else leaves the endpoint unverified. A ping is not sent again until it is asked for. */
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
                /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
                "X-SVC-Signature": components["parameters"]["EventSignature"];
                /** @description The sandbox and its version. */
                "User-Agent"?: components["parameters"]["EventSender"];
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
            /** @description Any 2xx within 30 seconds is success. The body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else is a failure, redirects included. The event is sent again after 30 s, 2 min, 8 min, 32 min and 128 min. */
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
                /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
                "X-SVC-Signature": components["parameters"]["EventSignature"];
                /** @description The sandbox and its version. */
                "User-Agent"?: components["parameters"]["EventSender"];
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
            /** @description Any 2xx within 30 seconds is success. The body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else is a failure, redirects included. The event is sent again after 30 s, 2 min, 8 min, 32 min and 128 min. */
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
                /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
                "X-SVC-Signature": components["parameters"]["EventSignature"];
                /** @description The sandbox and its version. */
                "User-Agent"?: components["parameters"]["EventSender"];
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
            /** @description Any 2xx within 30 seconds is success. The body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else is a failure, redirects included. The event is sent again after 30 s, 2 min, 8 min, 32 min and 128 min. */
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
                /** @description `sha256=` and the HMAC-SHA256 of the raw body, keyed with the endpoint's secret, in lower-case hex. Check it before anything else, over the bytes as they came. */
                "X-SVC-Signature": components["parameters"]["EventSignature"];
                /** @description The sandbox and its version. */
                "User-Agent"?: components["parameters"]["EventSender"];
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
            /** @description Any 2xx within 30 seconds is success. The body does not matter. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Anything else is a failure, redirects included. The event is sent again after 30 s, 2 min, 8 min, 32 min and 128 min. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
