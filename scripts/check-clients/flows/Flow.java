package flow;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.concurrent.Callable;
import mds.ApiClient;
import mds.ApiException;
import mds.api.*;
import mds.model.*;

public class Flow {
  static void expect(boolean isTrue, String what) {
    if (!isTrue) throw new AssertionError(what);
  }

  static void waitFor(Callable<Boolean> read) throws Exception {
    for (int i = 0; i < 200; i++) {
      if (read.call()) return;
      Thread.sleep(50);
    }
    throw new AssertionError("The status was not reached.");
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("MDS_URL"));
    client.setRequestInterceptor((request) -> request.header("X-API-Key", System.getenv("MDS_KEY")));
    AssetsApi assets = new AssetsApi(client);
    ReleasesApi releases = new ReleasesApi(client);
    DeliveriesApi deliveries = new DeliveriesApi(client);
    MoneyApi money = new MoneyApi(client);

    AssetCreate wav = new AssetCreate().type(AssetType.AUDIO).filename("a.wav").contentType(ContentType.AUDIO_WAV);
    Asset asset = assets.createAsset(wav, null);
    String assetId = asset.getId();
    // The generated uploadAsset sends the File as JSON, so the bytes go to upload_url without it.
    byte[] bytes = "RIFF8\0\0\0WAVEfmt ................................................".getBytes("ISO-8859-1");
    HttpRequest upload = HttpRequest.newBuilder(URI.create(asset.getUploadUrl()))
        .header("X-API-Key", System.getenv("MDS_KEY"))
        .header("Content-Type", "audio/wav")
        .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes))
        .build();
    HttpResponse<String> uploaded = HttpClient.newHttpClient().send(upload, HttpResponse.BodyHandlers.ofString());
    expect(uploaded.statusCode() == 200, "upload: " + uploaded.body());
    waitFor(() -> assets.getAsset(assetId).getStatus() == AssetStatus.READY);

    ReleaseCreate draft = new ReleaseCreate().title("Paper Lanterns").releaseDate(LocalDate.of(2040, 3, 5));
    draft.addArtistsItem(new Artist().name("Mira Solane").role(Artist.RoleEnum.MAIN));
    String releaseId = releases.createRelease(draft, null).getId();
    new TracksApi(client)
        .createTrack(new TrackCreate().releaseId(releaseId).title("Paper Lanterns").audioAssetId(assetId), null);
    releases.updateRelease(releaseId, new ReleaseUpdate().artworkAssetId("ast_seed_artwork_01"), null, null);
    expect(releases.submitRelease(releaseId, null, null).getReleaseId().equals(releaseId), "submitRelease");

    WebhookCreate endpoint = new WebhookCreate().url("http://127.0.0.1:9/");
    endpoint.addEventTypeItem(EventType.DELIVERY_COMPLETED);
    NewWebhook webhook = new WebhooksApi(client).createWebhook(endpoint, null);
    expect(webhook.getEventType().contains(EventType.DELIVERY_COMPLETED), "createWebhook");

    DeliveryCreate order = new DeliveryCreate().releaseId(releaseId);
    order.addStoreIdsItem("store_lumenwave").addTerritoryCodesItem("DE");
    String deliveryId = deliveries.createDelivery(order, null, null).getId();
    waitFor(() -> deliveries.getDelivery(deliveryId).getStatus() == DeliveryStatus.DELIVERED);

    ReleasePage page = releases.listReleases(null, 1, null);
    expect(page.getData().get(0).getId().equals(releaseId) && page.getHasMore(), "listReleases");

    for (Statement statement : money.listStatements(StatementStatus.CLOSED, null, CurrencyCode.EUR, 100, null).getData())
      if (Double.parseDouble(statement.getNetAmount()) > 1) {
        Payout payout = money.createPayout(new PayoutCreate().addStatementIdsItem(statement.getId()), null, null);
        expect(payout.getAmount().equals(statement.getNetAmount()), "createPayout");
        break;
      }

    try {
      releases.getRelease("rel_x");
      throw new AssertionError("getRelease must fail");
    } catch (ApiException error) {
      expect(error.getCode() == 404 && error.getResponseBody().contains("not_found"), "getRelease");
    }
  }
}
