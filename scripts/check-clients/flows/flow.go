package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"flow/mds"

	openapi_types "github.com/oapi-codegen/runtime/types"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(isTrue bool, what string, body []byte) {
	if !isTrue {
		panic(fmt.Sprintf("%s: %s", what, body))
	}
}

func waitFor(read func() bool) {
	for i := 0; i < 200; i++ {
		if read() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	panic("The status was not reached.")
}

func main() {
	ctx := context.Background()
	authenticate := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-Key", os.Getenv("MDS_KEY"))
		return nil
	}
	client, err := mds.NewClientWithResponses(os.Getenv("MDS_URL"), mds.WithRequestEditorFn(authenticate))
	check(err)

	asset, err := client.CreateAssetWithResponse(ctx, nil, mds.AssetCreate{
		Type: mds.Audio, Filename: "a.wav", ContentType: mds.Audiowav,
	})
	check(err)
	expect(asset.JSON201 != nil, "createAsset", asset.Body)
	assetId := asset.JSON201.Id
	wav := append([]byte("RIFF\x38\x00\x00\x00WAVEfmt "), make([]byte, 48)...)
	upload, err := client.UploadAssetWithBodyWithResponse(ctx, assetId, "audio/wav", bytes.NewReader(wav))
	check(err)
	expect(upload.JSON200 != nil, "uploadAsset", upload.Body)
	waitFor(func() bool {
		read, err := client.GetAssetWithResponse(ctx, assetId)
		check(err)
		return read.JSON200.Status == mds.AssetStatusReady
	})

	release, err := client.CreateReleaseWithResponse(ctx, nil, mds.ReleaseCreate{
		Title:       "Paper Lanterns",
		Artists:     mds.Artists{{Name: "Mira Solane", Role: mds.Main}},
		ReleaseDate: openapi_types.Date{Time: time.Date(2040, 3, 5, 0, 0, 0, 0, time.UTC)},
	})
	check(err)
	expect(release.JSON201 != nil, "createRelease", release.Body)
	releaseId := release.JSON201.Id
	track, err := client.CreateTrackWithResponse(ctx, nil, mds.TrackCreate{
		ReleaseId: releaseId, Title: "Paper Lanterns", AudioAssetId: &assetId,
	})
	check(err)
	expect(track.JSON201 != nil, "createTrack", track.Body)
	artwork := "ast_seed_artwork_01"
	update, err := client.UpdateReleaseWithResponse(ctx, releaseId, nil, mds.ReleaseUpdate{ArtworkAssetId: &artwork})
	check(err)
	expect(update.JSON200 != nil, "updateRelease", update.Body)
	submission, err := client.SubmitReleaseWithResponse(ctx, releaseId, nil)
	check(err)
	expect(submission.JSON200 != nil, "submitRelease", submission.Body)

	webhook, err := client.CreateWebhookWithResponse(ctx, nil, mds.WebhookCreate{
		Url: "http://127.0.0.1:9/", EventType: mds.EventTypes{mds.EventTypeDeliveryCompleted},
	})
	check(err)
	expect(webhook.JSON201 != nil && len(webhook.JSON201.EventType) == 1, "createWebhook", webhook.Body)

	delivery, err := client.CreateDeliveryWithResponse(ctx, nil, mds.DeliveryCreate{
		ReleaseId: releaseId, StoreIds: mds.StoreIds{"store_lumenwave"}, TerritoryCodes: mds.DeliveryTerritories{"DE"},
	})
	check(err)
	expect(delivery.JSON201 != nil, "createDelivery", delivery.Body)
	waitFor(func() bool {
		read, err := client.GetDeliveryWithResponse(ctx, delivery.JSON201.Id)
		check(err)
		return read.JSON200.Status == mds.DeliveryStatusDelivered
	})

	limit := 1
	releases, err := client.ListReleasesWithResponse(ctx, &mds.ListReleasesParams{Limit: &limit})
	check(err)
	expect(releases.JSON200.Data[0].Id == releaseId && releases.JSON200.HasMore, "listReleases", releases.Body)

	status, currency, all := mds.Closed, mds.EUR, 100
	statements, err := client.ListStatementsWithResponse(ctx, &mds.ListStatementsParams{
		Status: &status, Currency: &currency, Limit: &all,
	})
	check(err)
	for _, statement := range statements.JSON200.Data {
		if amount, _ := strconv.ParseFloat(statement.NetAmount, 64); amount > 1 {
			payout, err := client.CreatePayoutWithResponse(ctx, nil, mds.PayoutCreate{StatementIds: []string{statement.Id}})
			check(err)
			expect(payout.JSON201 != nil && payout.JSON201.Amount == statement.NetAmount, "createPayout", payout.Body)
			break
		}
	}

	missing, err := client.GetReleaseWithResponse(ctx, "rel_x")
	check(err)
	expect(missing.JSON404 != nil && missing.JSON404.Error.Code == mds.ErrorCodeNotFound, "getRelease", missing.Body)
}
