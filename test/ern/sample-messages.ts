import {
  channel,
  deal,
  displayArtist,
  GRID,
  group,
  image,
  item,
  type MessageOptions,
  party,
  titles,
  trackRelease,
  UPC,
} from './message-builder.js'

/** Messages as labels send them. All of them are accepted and have a counting deal. */
export const MESSAGES: Record<string, MessageOptions> = {
  'a single in 4.1': { version: '4.1', recordings: [{}] },
  'an album in 4.1.1 with several discs': {
    version: '4.1.1',
    recordings: [{}, {}, {}, {}],
    resourceGroup: `<ResourceGroup>${group(2, item(1, 'A3') + item(2, 'A4'))}${group(1, item(2, 'A2') + item(1, 'A1'))}<LinkedReleaseResourceReference>ACover</LinkedReleaseResourceReference></ResourceGroup>`,
  },
  'an EAN and a GRid in 4.2': {
    version: '4.2',
    releaseId: `<GRid>${GRID}</GRid><ICPN>4006381333931</ICPN><ProprietaryId Namespace="X">9</ProprietaryId>`,
  },
  'a padded UPC': { releaseId: `<ICPN>00${UPC}</ICPN><CatalogNumber Namespace="X">BH 1</CatalogNumber>` },
  'a GRid only': { version: '4.3', releaseId: '<GRid>a1-00001-0000001234-5</GRid>' },
  'several languages': {
    title: `${titles('Night Ferry')}<DisplayTitleText LanguageAndScriptCode="ja-Jpan">夜のフェリー</DisplayTitleText>`,
    parties: party('P1', 'Ada Wren &amp; &quot;Friends&quot; &lt;3', 'エイダ') + party('PLabel', 'Blue&#160;Heron'),
  },
  'immersive editions, hyphens and hashes': {
    recordings: [
      {
        isrc: 'qz-k3v-26-00001',
        uri: 'a/b/One%20Two.FLAC',
        hash: { algorithm: 'MD5', value: '5D41402ABC4B2A76B9719D911017C592' },
        editions:
          '<SoundRecordingEdition><Type>ImmersiveEdition</Type><ResourceId><ISRC>QZK3V2600099</ISRC></ResourceId></SoundRecordingEdition>',
      },
      { isrc: null, uri: 'two.mp3' },
      { uri: null },
    ],
  },
  'all kinds of artists': {
    parties:
      ['P1', 'P2', 'P3', 'P4'].map((reference) => party(reference, `Artist ${reference}`)).join('') +
      party('PLabel', 'L'),
    artists: `${displayArtist('P2', 'FeaturedArtist', ' SequenceNumber="2"')}${displayArtist('P1', 'Artist', ' SequenceNumber="1"')}<DisplayArtist><SpecialDisplayArtist>VariousArtists</SpecialDisplayArtist></DisplayArtist>${displayArtist('P3', 'Composer')}<DisplayArtist><ArtistPartyReference>P4</ArtistPartyReference><DisplayArtistRole UserDefinedValue="Remixer">UserDefined</DisplayArtistRole></DisplayArtist><DisplayArtist><ArtistPartyReference>P4</ArtistPartyReference><DisplayArtistRole UserDefinedValue="Producer">UserDefined</DisplayArtistRole></DisplayArtist>${displayArtist('P4', 'Conductor')}`,
  },
  'territories, track deals and a preorder': {
    deals:
      deal({ territories: ['DE', 'FR', 'JP'] }) +
      deal({ territories: [], excluded: ['US'], extra: '<IsPreOrderDeal>true</IsPreOrderDeal>' }) +
      deal({ releases: ['R1'], territories: ['DE'] }) +
      deal({ releases: ['R2'], territories: ['GB', 'FR'] }),
  },
  'stores by channel': { deals: deal({ extra: channel('store_two') + channel('store_one') }) },
  'a date from the deals': {
    releaseDate: null,
    deals: deal({ period: '<StartDateTime>2027-05-01T00:00:00+09:00</StartDateTime>' }),
  },
  'gaps in the track numbers': { resourceGroup: `<ResourceGroup>${item(7, 'A1')}${item(3, 'A2')}</ResourceGroup>` },
  'other titles of tracks, a booklet and no front cover': {
    trackReleases: trackRelease(1, titles('One (Edit)')) + trackRelease(2),
    otherResources: image('ABack', 'back.png', 'BackCoverImage'),
    resourceGroup: `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}</ResourceGroup>`,
  },
}
