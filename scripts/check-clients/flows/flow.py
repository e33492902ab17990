import datetime
import os
import time
from io import BytesIO

from client import AuthenticatedClient
from client.api.assets import create_asset, get_asset, upload_asset
from client.api.deliveries import create_delivery, get_delivery
from client.api.money import create_payout, list_statements
from client.api.releases import create_release, get_release, list_releases, submit_release, update_release
from client.api.tracks import create_track
from client.api.webhooks import create_webhook
from client import models
from client.types import File

client = AuthenticatedClient(
    base_url=os.environ["MDS_URL"], token=os.environ["MDS_KEY"], prefix="", auth_header_name="X-API-Key"
)


def expect(kind, value):
    assert isinstance(value, kind), value
    return value


def wait_for(read):
    for _ in range(200):
        if read():
            return
        time.sleep(0.05)
    raise AssertionError("The status was not reached.")


asset = expect(
    models.Asset,
    create_asset.sync(
        client=client,
        body=models.AssetCreate(
            type_=models.AssetType.AUDIO, filename="a.wav", content_type=models.ContentType.AUDIOWAV
        ),
    ),
)
wav = b"RIFF\x38\0\0\0WAVEfmt " + bytes(48)
expect(models.Asset, upload_asset.sync(asset.id, client=client, body=File(payload=BytesIO(wav))))
wait_for(lambda: get_asset.sync(asset.id, client=client).status == models.AssetStatus.READY)

release = expect(
    models.Release,
    create_release.sync(
        client=client,
        body=models.ReleaseCreate(
            title="Paper Lanterns",
            artists=[models.Artist(name="Mira Solane", role=models.ArtistRole.MAIN)],
            release_date=datetime.date(2040, 3, 5),
        ),
    ),
)
track = models.TrackCreate(release_id=release.id, title="Paper Lanterns", audio_asset_id=asset.id)
expect(models.Track, create_track.sync(client=client, body=track))
update = models.ReleaseUpdate(artwork_asset_id="ast_seed_artwork_01")
expect(models.Release, update_release.sync(release.id, client=client, body=update))
expect(models.Submission, submit_release.sync(release.id, client=client))

endpoint = models.WebhookCreate(url="http://127.0.0.1:9/", event_type=[models.EventType.DELIVERY_COMPLETED])
webhook = expect(models.NewWebhook, create_webhook.sync(client=client, body=endpoint))
assert webhook.event_type == [models.EventType.DELIVERY_COMPLETED]

order = models.DeliveryCreate(release_id=release.id, store_ids=["store_lumenwave"], territory_codes=["DE"])
delivery = expect(models.Delivery, create_delivery.sync(client=client, body=order))
wait_for(lambda: get_delivery.sync(delivery.id, client=client).status == models.DeliveryStatus.DELIVERED)

releases = expect(models.ReleasePage, list_releases.sync(client=client, limit=1))
assert releases.data[0].id == release.id and releases.has_more

statements = list_statements.sync(
    client=client, status=models.StatementStatus.CLOSED, currency=models.CurrencyCode.EUR, limit=100
)
statement = next(row for row in expect(models.StatementPage, statements).data if float(row.net_amount) > 1)
payout = create_payout.sync(client=client, body=models.PayoutCreate(statement_ids=[statement.id]))
assert expect(models.Payout, payout).amount == statement.net_amount

missing = expect(models.ErrorResponse, get_release.sync("rel_x", client=client))
assert missing.error.code == models.ErrorCode.NOT_FOUND
