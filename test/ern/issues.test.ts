import { describe, expect, test } from 'vitest'
import { ISSUE_CODES, type IssueCode } from '../../src/ern/checks/issue-codes.js'
import { MAX_ISSUES } from '../../src/ern/checks/report.js'
import { describeIssues, read, reportOf } from './issues-of.js'
import {
  deal,
  defaultRootAttributes,
  displayArtist,
  edit,
  GRID,
  group,
  image,
  item,
  newRelease,
  party,
  purge,
  titles,
  trackRelease,
  UPC,
} from './message-builder.js'

const RELEASE = 'ReleaseList/Release'
const RECORDING = 'ResourceList/SoundRecording'
const message = newRelease()

/** A message, and all issues that it has: `code path`. */
type Case = [name: string, document: string | Uint8Array, ...issues: string[]]

const cases: Case[] = [
  ['no issue', message],
  ['no issue in a purge', purge()],

  // The root and its lists
  ['no language', newRelease({ rootAttributes: ' AvsVersionId="9"' }), 'attribute_missing'],
  [
    'no AvsVersionId from 4.3 on',
    newRelease({ version: '4.3', rootAttributes: ' LanguageAndScriptCode="en"' }),
    'attribute_missing',
  ],
  ['no AvsVersionId before 4.3', newRelease({ version: '4.2', rootAttributes: ' LanguageAndScriptCode="en"' })],
  [
    'AvsVersionId before 4.3',
    newRelease({ version: '4.2', rootAttributes: ' LanguageAndScriptCode="en" AvsVersionId="3"' }),
    'attribute_unexpected @AvsVersionId',
  ],
  [
    'an attribute of ERN 3',
    newRelease({ rootAttributes: `${defaultRootAttributes('4.3.2')} MessageSchemaVersionId="ern/43"` }),
    'attribute_unexpected @MessageSchemaVersionId',
  ],
  [
    'a schema location',
    newRelease({
      rootAttributes: `${defaultRootAttributes('4.3.2')} xmlns:xs="http://www.w3.org/2001/XMLSchema-instance" xs:schemaLocation="http://ddex.net/xml/ern/432 x.xsd"`,
    }),
  ],
  [
    'the profile variant',
    newRelease({ rootAttributes: `${defaultRootAttributes('4.3.2')} ReleaseProfileVariantVersionId="Classical"` }),
  ],
  [
    'a profile in a purge',
    purge({ rootAttributes: defaultRootAttributes('4.3.2') }),
    'attribute_unexpected @ReleaseProfileVersionId',
  ],
  [
    'the namespace as the default',
    edit(edit(message, 'xmlns:ern=', 'xmlns='), /ern:/g, ''),
    'children_qualified MessageHeader',
  ],
  [
    'an extension in a foreign namespace',
    edit(message, '<Release>', '<Release><x:Note xmlns:x="urn:x"/>'),
    `children_qualified ${RELEASE}/Note`,
  ],
  [
    'an unknown child of the root',
    edit(message, '<PartyList>', '<WorkList/><PartyList>'),
    'element_unexpected WorkList',
  ],
  [
    'an unknown child of the header',
    newRelease({ headerEnd: '<Comment/>' }),
    'element_unexpected MessageHeader/Comment',
  ],
  [
    'an unknown resource',
    newRelease({ otherResources: `${image('ACover', 'cover.jpg')}<Hologram/>` }),
    'element_unexpected ResourceList/Hologram',
  ],
  [
    'an unknown release',
    newRelease({ trackReleases: '<VideoRelease/>' }),
    'element_unexpected ReleaseList/VideoRelease',
  ],
  ['a list after a later one', edit(message, '<DealList>', '<ChapterList/><DealList>'), 'element_order ChapterList'],
  ['no thread', edit(message, '<MessageThreadId>THREAD-1</MessageThreadId>', '')],
  [
    'the thread after the id',
    edit(
      edit(message, '<MessageThreadId>THREAD-1</MessageThreadId>\n', ''),
      '<MessageSender>',
      '<MessageThreadId>T</MessageThreadId><MessageSender>',
    ),
    'element_order MessageHeader/MessageThreadId',
  ],
  [
    'every optional list',
    edit(
      edit(
        edit(message, '<PartyList>', '<ReleaseAdmin/><ReleaseAdmin/><PartyList>'),
        '<ReleaseList>',
        '<ChapterList/><ReleaseList>',
      ),
      '</ern:',
      '<SupplementalDocumentList/></ern:',
    ),
  ],
  [
    'every element of the header',
    newRelease({ headerEnd: '<MessageAuditTrail/><MessageControlType>LiveMessage</MessageControlType>' }),
  ],
  [
    'a second list',
    edit(message, '<DealList>', '<DealList/><DealList>'),
    'element_repeated DealList[2]',
    'no_deal DealList[1]',
  ],
  [
    'a second Release',
    edit(
      message,
      '</Release>',
      `</Release><Release><ReleaseReference>R9</ReleaseReference><ReleaseType>Album</ReleaseType><ReleaseId/>${titles('B')}<DisplayArtistName/>${displayArtist('P1')}<ReleaseLabelReference>PLabel</ReleaseLabelReference><ResourceGroup/></Release>`,
    ),
    'element_repeated ReleaseList/Release[2]',
  ],
  ['no recipient', edit(message, /<MessageRecipient>.*\n/, ''), 'element_missing MessageHeader'],
  [
    'no parties',
    edit(message, /<PartyList>[\s\S]*<\/PartyList>\n/, ''),
    'element_missing',
    'reference_dangling ResourceList/SoundRecording[1]/DisplayArtist/ArtistPartyReference',
    'reference_dangling ResourceList/SoundRecording[2]/DisplayArtist/ArtistPartyReference',
    `reference_dangling ${RELEASE}/DisplayArtist/ArtistPartyReference`,
    `reference_dangling ${RELEASE}/ReleaseLabelReference`,
    'reference_dangling ReleaseList/TrackRelease[1]/ReleaseLabelReference',
    'reference_dangling ReleaseList/TrackRelease[2]/ReleaseLabelReference',
  ],
  [
    'no releases',
    edit(edit(message, /<ReleaseList>[\s\S]*<\/ReleaseList>\n/, ''), /<DealList>[\s\S]*<\/DealList>\n/, ''),
    'element_missing',
  ],
  [
    'an empty list of releases',
    edit(
      edit(message, /<ReleaseList>[\s\S]*<\/ReleaseList>\n/, '<ReleaseList/>'),
      /<DealList>[\s\S]*<\/DealList>\n/,
      '',
    ),
    'main_release_missing ReleaseList',
  ],
  [
    'two main tracks',
    newTrackMessage(' IsMainRelease="true"', ' IsMainRelease="true"'),
    'main_release_missing ReleaseList',
  ],
  ['no purged release', edit(purge(), /<PurgedRelease>[\s\S]*<\/PurgedRelease>\n/, ''), 'element_missing'],
  ...['ReleaseType', 'DisplayTitleText', 'DisplayArtistName', 'ReleaseLabelReference'].map(
    (name): Case => [
      `a release without ${name}`,
      edit(message, new RegExp(`(?<=<Release>[\\s\\S]*)<${name}.*?</${name}>`), ''),
      `element_missing ${RELEASE}`,
    ],
  ),
  [
    'a release without DisplayTitle',
    newRelease({ title: '<DisplayTitleText>A</DisplayTitleText>' }),
    `element_missing ${RELEASE}`,
  ],
  ['a release without artists', newRelease({ artists: '' }), `element_missing ${RELEASE}`],
  ['a release without ResourceGroup', newRelease({ resourceGroup: '' }), `element_missing ${RELEASE}`],
  [
    'a release without ReleaseId',
    edit(message, `<ReleaseId><ICPN>${UPC}</ICPN></ReleaseId>`, ''),
    `element_missing ${RELEASE}`,
    `upc_assigned ${RELEASE}`,
  ],
  [
    'a release without a reference',
    edit(message, '<ReleaseReference>R0</ReleaseReference>', ''),
    `element_missing ${RELEASE}`,
    'no_deal DealList',
    'reference_dangling DealList/ReleaseDeal/DealReleaseReference',
  ],
  [
    'a resource without a reference',
    edit(message, '<ResourceReference>ACover</ResourceReference>', ''),
    'element_missing ResourceList/Image',
    `cover_missing ${RELEASE}`,
    `reference_dangling ${RELEASE}/ResourceGroup/LinkedReleaseResourceReference`,
  ],
  [
    'a deal without a period',
    edit(message, /<ValidityPeriod>.*<\/ValidityPeriod>/, ''),
    'element_missing DealList/ReleaseDeal/Deal/DealTerms',
  ],
  [
    'a period without a start',
    newRelease({ deals: deal({ period: '' }) }),
    'element_missing DealList/ReleaseDeal/Deal/DealTerms/ValidityPeriod',
  ],
  [
    'a period without a start in 4.2',
    newRelease({ version: '4.2', deals: deal({ period: '' }) }),
    'element_missing DealList/ReleaseDeal/Deal/DealTerms/ValidityPeriod',
  ],
  ['a period without a start before 4.2', newRelease({ version: '4.1.1', deals: deal({ period: '' }) })],
  [
    'territories with and without',
    newRelease({ deals: deal({ territories: ['DE'], excluded: ['FR'] }) }),
    'element_unexpected DealList/ReleaseDeal/Deal/DealTerms/ExcludedTerritoryCode',
  ],

  // References
  [
    'a party twice',
    newRelease({ parties: party('P1', 'Ada Wren') + party('PLabel', 'Blue Heron') + party('P1', 'Ada') }),
    'reference_duplicate PartyList/Party[3]/PartyReference',
  ],
  [
    'a resource with the anchor of another',
    newRelease({ otherResources: image('ACover', 'c.jpg') + image('A1', 'd.jpg') }),
    'reference_duplicate ResourceList/Image[2]/ResourceReference',
  ],
  [
    'a release with the anchor of another',
    edit(message, '<ReleaseReference>R2<', '<ReleaseReference>R1<'),
    'reference_duplicate ReleaseList/TrackRelease[2]/ReleaseReference',
  ],
  [
    'an anchor with the wrong letter',
    edit(edit(message, '>PLabel<', '>Label<'), />PLabel</g, '>Label<'),
    'value_invalid PartyList/Party[2]/PartyReference',
  ],
  [
    'an unknown contributor',
    newRelease({
      recordings: [{ extra: '<Contributor><ContributorPartyReference>P9</ContributorPartyReference></Contributor>' }],
    }),
    `reference_dangling ${RECORDING}/Contributor/ContributorPartyReference`,
  ],
  [
    'an unknown resource in the group',
    newRelease({ resourceGroup: `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}${item(3, 'A9')}</ResourceGroup>` }),
    `reference_dangling ${RELEASE}/ResourceGroup/ResourceGroupContentItem[3]/ReleaseResourceReference`,
  ],
  [
    'an unknown linked resource',
    newRelease({
      resourceGroup: `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}<LinkedReleaseResourceReference>A9</LinkedReleaseResourceReference></ResourceGroup>`,
    }),
    `reference_dangling ${RELEASE}/ResourceGroup/LinkedReleaseResourceReference`,
  ],
  [
    'a deal about an unknown release',
    newRelease({ deals: deal() + deal({ releases: ['R9'] }) }),
    'reference_dangling DealList/ReleaseDeal[2]/DealReleaseReference',
  ],
  [
    'an empty reference',
    edit(message, '<DealReleaseReference>R0<', '<DealReleaseReference> <'),
    'no_deal DealList',
    'value_invalid DealList/ReleaseDeal/DealReleaseReference',
  ],

  // The header
  ['UTF-16', Buffer.from(`\ufeff${edit(message, 'UTF-8', 'UTF-16')}`, 'utf16le'), 'encoding_not_utf8'],
  [
    'a sender with a wrong check character',
    newRelease({ sender: 'PADPIDA0000000002N' }),
    'dpid_invalid MessageHeader/MessageSender/PartyId',
  ],
  [
    'a sender that is no DPID',
    newRelease({ sender: 'DPID_OF_THE_SENDER' }),
    'dpid_invalid MessageHeader/MessageSender/PartyId',
  ],
  [
    'another recipient',
    newRelease({ recipient: 'PADPIDA0000000002M' }),
    'recipient_unknown MessageHeader/MessageRecipient',
  ],
  [
    'a time without an offset',
    newRelease({ created: '2026-11-15T12:00:00.1234567' }),
    'timezone_missing MessageHeader/MessageCreatedDateTime',
  ],
  ['a time with many digits', newRelease({ created: '2026-11-15T12:00:00.123456789012+02:00' })],
  [
    'a time in the future',
    newRelease({ created: '2026-11-16T12:00:01Z' }),
    'created_in_future MessageHeader/MessageCreatedDateTime',
  ],
  ['a time a little in the future', newRelease({ created: '2026-11-16T12:00:00Z' })],
  [
    'a date instead of a time',
    newRelease({ created: '2026-11-15' }),
    'value_invalid MessageHeader/MessageCreatedDateTime',
  ],
  [
    'a time that does not exist',
    newRelease({ created: '2026-02-30T12:00:00Z' }),
    'value_invalid MessageHeader/MessageCreatedDateTime',
  ],
  [
    'an AVS version that is no number',
    newRelease({ rootAttributes: ' LanguageAndScriptCode="en" AvsVersionId="4.3.1"' }),
    'avs_version_unknown @AvsVersionId',
  ],
  ['a test message', newRelease({ headerEnd: '<MessageControlType>TestMessage</MessageControlType>' })],
  [
    'an unknown control type',
    newRelease({ headerEnd: '<MessageControlType>Draft</MessageControlType>' }),
    'value_invalid MessageHeader/MessageControlType',
  ],

  // The release
  [
    'a video profile',
    newRelease({
      rootAttributes: ' LanguageAndScriptCode="en" AvsVersionId="9" ReleaseProfileVersionId="SimpleVideoSingle"',
    }),
    'release_type_unsupported @ReleaseProfileVersionId',
  ],
  [
    'a ringtone',
    newRelease({ releaseType: '<ReleaseType>RingtoneRelease</ReleaseType>' }),
    `release_type_unsupported ${RELEASE}/ReleaseType`,
  ],
  [
    'one supported type of two',
    newRelease({ releaseType: '<ReleaseType>VideoSingle</ReleaseType><ReleaseType>MultimediaAlbum</ReleaseType>' }),
  ],
  [
    'an empty title',
    newRelease({ title: '<DisplayTitleText> </DisplayTitleText><DisplayTitle><TitleText/></DisplayTitle>' }),
    `value_invalid ${RELEASE}/DisplayTitleText`,
  ],
  ['a long title', newRelease({ title: titles('🚢'.repeat(501)) }), `value_invalid ${RELEASE}/DisplayTitleText`],
  ['a title of 500 characters', newRelease({ title: titles('🚢'.repeat(500)) })],
  [
    'an artist in the role Artist',
    newRelease({ artists: displayArtist('P1', 'Artist') }),
    `deprecated_value ${RELEASE}/DisplayArtist/DisplayArtistRole`,
  ],
  [
    'a conductor',
    newRelease({ artists: displayArtist('P1') + displayArtist('P1', 'Conductor') }),
    `role_ignored ${RELEASE}/DisplayArtist[2]/DisplayArtistRole`,
  ],
  [
    'a role of the sender',
    newRelease({
      artists: `${displayArtist('P1')}<DisplayArtist><ArtistPartyReference>P1</ArtistPartyReference><DisplayArtistRole Namespace="X" UserDefinedValue="Toaster">UserDefined</DisplayArtistRole></DisplayArtist>`,
    }),
    `role_ignored ${RELEASE}/DisplayArtist[2]/DisplayArtistRole`,
  ],
  ['no main artist', newRelease({ artists: displayArtist('P1', 'FeaturedArtist') }), `main_artist_missing ${RELEASE}`],
  [
    'an artist without a name',
    newRelease({ parties: party('P1') + party('PLabel', 'Blue Heron') }),
    'party_name_missing PartyList/Party[1]',
  ],
  [
    'a label without a name',
    newRelease({ parties: party('P1', 'Ada Wren') + party('PLabel', ' ') }),
    'party_name_missing PartyList/Party[2]',
  ],
  ['101 artists', newRelease({ artists: displayArtist('P1').repeat(101) }), `value_invalid ${RELEASE}`],
  [
    'a sequence number that is no number',
    newRelease({ artists: displayArtist('P1', 'MainArtist', ' SequenceNumber="one"') }),
    `value_invalid ${RELEASE}/DisplayArtist/@SequenceNumber`,
  ],
  [
    'no key',
    newRelease({ releaseId: '<CatalogNumber Namespace="X">BH-1</CatalogNumber>' }),
    `upc_assigned ${RELEASE}/ReleaseId`,
    `release_id_missing ${RELEASE}/ReleaseId`,
  ],
  ['a GRid only', newRelease({ releaseId: `<GRid>${GRID}</GRid>` }), `upc_assigned ${RELEASE}/ReleaseId`],
  [
    'a GRid with hyphens',
    newRelease({ releaseId: `<GRid>a1-00001-0000001234-5</GRid><ICPN>${UPC}</ICPN>` }),
    `identifier_normalized ${RELEASE}/ReleaseId/GRid`,
  ],
  [
    'a GRid with a wrong check character',
    newRelease({ releaseId: `<GRid>A10000100000012346</GRid><ICPN>${UPC}</ICPN>` }),
    `grid_invalid ${RELEASE}/ReleaseId/GRid`,
  ],
  ['an EAN', newRelease({ releaseId: '<ICPN>4006381333931</ICPN>' }), `upc_assigned ${RELEASE}/ReleaseId/ICPN`],
  ['a UPC with 13 digits', newRelease({ releaseId: `<ICPN>0${UPC}</ICPN>` })],
  ['a UPC with 14 digits', newRelease({ releaseId: `<ICPN>00${UPC}</ICPN>` }), `icpn_padded ${RELEASE}/ReleaseId/ICPN`],
  [
    'an EAN with 14 digits',
    newRelease({ releaseId: '<ICPN>04006381333931</ICPN>' }),
    `icpn_padded ${RELEASE}/ReleaseId/ICPN`,
    `upc_assigned ${RELEASE}/ReleaseId/ICPN`,
  ],
  [
    'a wrong check digit',
    newRelease({ releaseId: '<ICPN>012345678906</ICPN>' }),
    `icpn_invalid ${RELEASE}/ReleaseId/ICPN`,
  ],
  [
    'an ICPN with letters',
    newRelease({ releaseId: '<ICPN>UPC012345678</ICPN>' }),
    `icpn_invalid ${RELEASE}/ReleaseId/ICPN`,
  ],
  ['a purge without an id', purge({ releaseId: '' }), 'release_id_missing PurgedRelease'],
  [
    'a purge by catalogue number',
    purge({ releaseId: '<CatalogNumber>BH-1</CatalogNumber>' }),
    'release_id_missing PurgedRelease/ReleaseId',
  ],
  [
    'a partial date, and a deal',
    newRelease({ releaseDate: '2027-03' }),
    `release_date_from_deal ${RELEASE}`,
    `release_date_partial ${RELEASE}/ReleaseDate`,
  ],
  ['no date, and a deal', newRelease({ releaseDate: null }), `release_date_from_deal ${RELEASE}`],
  [
    'no date and no deal, but an original date',
    newRelease({
      releaseDate: null,
      deals: null,
      releaseExtra: '<OriginalReleaseDate>1999-01-01</OriginalReleaseDate>',
    }),
    'no_deal',
    `release_date_from_original ${RELEASE}`,
  ],
  ['no date at all', newRelease({ releaseDate: null, deals: null }), 'no_deal', `release_date_missing ${RELEASE}`],
  [
    'a date that does not exist',
    newRelease({ releaseDate: '2027-02-29' }),
    `release_date_from_deal ${RELEASE}`,
    `value_invalid ${RELEASE}/ReleaseDate`,
  ],
  [
    'an original date after the date',
    newRelease({ releaseExtra: '<OriginalReleaseDate>2027-03-06</OriginalReleaseDate>' }),
    `original_date_later ${RELEASE}/OriginalReleaseDate`,
  ],
  ['a partial original date', newRelease({ releaseExtra: '<OriginalReleaseDate>2027</OriginalReleaseDate>' })],
  [
    'a partial original date after the date',
    newRelease({ releaseExtra: '<OriginalReleaseDate>2028</OriginalReleaseDate>' }),
    `original_date_later ${RELEASE}/OriginalReleaseDate`,
  ],
  [
    'no cover',
    newRelease({
      otherResources: '',
      resourceGroup: `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}</ResourceGroup>`,
    }),
    `cover_missing ${RELEASE}`,
  ],
  ['two titles', newRelease({ title: titles('Night Ferry') + titles('Nachtfähre') }), `variant_chosen ${RELEASE}`],
  [
    'two titles and two dates',
    newRelease({
      title: titles('Night Ferry') + titles('Nachtfähre'),
      releaseExtra: '<ReleaseDate>2027-04-01</ReleaseDate>',
    }),
    `variant_chosen ${RELEASE}`,
  ],
  [
    'two names of an artist',
    newRelease({ parties: party('P1', 'Ada Wren', 'Ада Рен') + party('PLabel', 'Blue Heron') }),
    'variant_chosen PartyList/Party[1]',
  ],

  // Tracks and files
  [
    'two discs',
    newRelease({
      resourceGroup: `<ResourceGroup>${group(1, item(1, 'A1'))}${group(2, item(1, 'A2'))}</ResourceGroup>`,
    }),
    `discs_flattened ${RELEASE}/ResourceGroup`,
  ],
  [
    'one group in a group',
    newRelease({ resourceGroup: `<ResourceGroup>${group(1, item(1, 'A1') + item(2, 'A2'))}</ResourceGroup>` }),
  ],
  [
    'a booklet and a back cover',
    newRelease({
      otherResources: `${image('ACover', 'c.jpg')}${image('ABack', 'b.jpg', 'BackCoverImage')}<Text><ResourceReference>AText</ResourceReference></Text>`,
    }),
    'resource_ignored ResourceList/Image[2]',
    'resource_ignored ResourceList/Text',
  ],
  [
    'a recording that is in no group',
    newRelease({ resourceGroup: `<ResourceGroup>${item(1, 'A1')}</ResourceGroup>` }),
    `resource_ignored ${RECORDING}[2]`,
  ],
  [
    'a recording twice',
    newRelease({ resourceGroup: `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}${item(3, 'A1')}</ResourceGroup>` }),
    `recording_repeated ${RELEASE}/ResourceGroup/ResourceGroupContentItem[3]/ReleaseResourceReference`,
  ],
  [
    'no recording',
    newRelease({ resourceGroup: `<ResourceGroup>${item(1, 'ACover')}</ResourceGroup>` }),
    `no_sound_recording ${RELEASE}`,
  ],
  [
    '1001 tracks',
    newRelease({ recordings: Array.from({ length: 1001 }, () => ({})) }),
    `value_invalid ${RELEASE}/ResourceGroup`,
  ],
  [
    'a track number that is no number',
    newRelease({
      resourceGroup: `<ResourceGroup>${item(1, 'A1').replace('1</Seq', 'I</Seq')}${item(2, 'A2')}</ResourceGroup>`,
    }),
    `value_invalid ${RELEASE}/ResourceGroup/ResourceGroupContentItem[1]/SequenceNumber`,
  ],
  [
    'an immersive edition',
    newRelease({
      recordings: [
        {
          editions:
            '<SoundRecordingEdition><Type>ImmersiveEdition</Type><ResourceId><ISRC>QZK3V2600099</ISRC></ResourceId></SoundRecordingEdition>',
        },
      ],
    }),
    `edition_ignored ${RECORDING}/SoundRecordingEdition[2]`,
  ],
  [
    'an ISRC with hyphens',
    newRelease({ recordings: [{ isrc: 'QZ-K3V-26-00001' }] }),
    `identifier_normalized ${RECORDING}/SoundRecordingEdition/ResourceId/ISRC`,
  ],
  [
    'an ISRC in lower case, before 4.3',
    newRelease({ version: '4.2', recordings: [{ isrc: 'qzk3v2600001' }] }),
    `identifier_normalized ${RECORDING}/ResourceId/ISRC`,
  ],
  [
    'no ISRC',
    newRelease({ recordings: [{ isrc: null }] }),
    `isrc_assigned ${RECORDING}/SoundRecordingEdition/ResourceId`,
  ],
  [
    'no ISRC before 4.3',
    edit(newRelease({ version: '4.2', recordings: [{}] }), /<ResourceId>.*?<\/ResourceId>/, ''),
    `isrc_assigned ${RECORDING}`,
  ],
  [
    'a malformed ISRC',
    newRelease({ recordings: [{ isrc: 'QZK3V26ABCDE' }] }),
    `isrc_invalid ${RECORDING}/SoundRecordingEdition/ResourceId/ISRC`,
  ],
  [
    'one ISRC on two tracks',
    newRelease({ recordings: [{ isrc: 'QZK3V2600001' }, { isrc: 'qzk3v2600001' }] }),
    `identifier_normalized ${RECORDING}[2]/SoundRecordingEdition/ResourceId/ISRC`,
    `isrc_duplicate ${RECORDING}[2]/SoundRecordingEdition/ResourceId/ISRC`,
  ],
  [
    'a track without a title',
    edit(newRelease({ recordings: [{}] }), titles('Track 1'), ''),
    `value_invalid ${RECORDING}`,
  ],
  ['no file', newRelease({ recordings: [{ uri: null }] }), `file_missing ${RECORDING}`],
  [
    'a preview',
    newRelease({ version: '4.2', recordings: [{ details: '<IsPreview>true</IsPreview>' }] }),
    `file_missing ${RECORDING}`,
  ],
  ['a clip', newRelease({ recordings: [{ details: '<IsClip>1</IsClip>' }] }), `file_missing ${RECORDING}`],
  [
    'a flag that is no boolean',
    newRelease({ recordings: [{ details: '<IsClip>no</IsClip>' }] }),
    `value_invalid ${RECORDING}/SoundRecordingEdition/TechnicalDetails/IsClip`,
  ],
  ['an MP3', newRelease({ recordings: [{ uri: 'track.mp3' }] }), `format_unsupported ${RECORDING}`],
  [
    'a cover in TIFF',
    newRelease({ otherResources: image('ACover', 'cover.tiff') }),
    'format_unsupported ResourceList/Image',
  ],
  [
    'a long file name',
    newRelease({ recordings: [{ uri: `${'a'.repeat(252)}.wav` }] }),
    `value_invalid ${RECORDING}/SoundRecordingEdition/TechnicalDetails/DeliveryFile/File/URI`,
  ],

  // Deals
  ['no deal', newRelease({ deals: null }), 'no_deal'],
  ['deals of the tracks only', newRelease({ deals: deal({ releases: ['R1', 'R2'] }) }), 'no_deal DealList'],
  [
    'an ended deal',
    newRelease({ deals: deal({ period: '<StartDate>2020-01-01</StartDate><EndDate>2026-11-14</EndDate>' }) }),
    'deal_ignored DealList',
    'no_deal DealList',
  ],
  [
    'a deal that ends today',
    newRelease({ deals: deal({ period: '<StartDate>2020-01-01</StartDate><EndDate>2026-11-15</EndDate>' }) }),
  ],
  ['a deal for rentals', newRelease({ deals: deal() + deal({ uses: ['Rent'] }) }), 'deal_ignored DealList'],
  [
    'a deal without terms',
    newRelease({ deals: `${deal()}<ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal/></ReleaseDeal>` }),
    'deal_ignored DealList',
  ],
  ['a deal without a use', newRelease({ deals: deal({ uses: [] }) }), 'use_type_missing DealList'],
  ['a deal without a territory', newRelease({ deals: deal({ territories: [] }) }), 'territory_missing DealList'],
  [
    'territories without support or licence',
    newRelease({ deals: deal({ territories: ['DE', 'JP', 'XX'] }) }),
    'territories_dropped DealList',
  ],
  [
    'no territory left',
    newRelease({ deals: deal({ territories: ['JP'] }) }),
    'territories_dropped DealList',
    'territory_not_supported DealList',
  ],
  [
    'another channel',
    newRelease({
      deals: deal({
        extra: '<DistributionChannel><PartyId><DPID>PADPIDA0000000002M</DPID></PartyId></DistributionChannel>',
      }),
    }),
    'channel_unknown DealList',
  ],
  ['one track without a deal', newRelease({ deals: deal({ releases: ['R0', 'R1'] }) }), 'track_without_deal DealList'],
  [
    'a start that is no date',
    newRelease({ deals: deal({ period: '<StartDate>soon</StartDate>' }) }),
    'value_invalid DealList/ReleaseDeal/Deal/DealTerms/ValidityPeriod/StartDate',
  ],
  [
    'an end that is no time',
    newRelease({
      deals: deal({
        period: '<StartDateTime>2027-03-05T00:00:00</StartDateTime><EndDateTime>2028-03-05</EndDateTime>',
      }),
    }),
    'value_invalid DealList/ReleaseDeal/Deal/DealTerms/ValidityPeriod/EndDateTime',
  ],
]

function newTrackMessage(first: string, second = ''): string {
  const xml = newRelease({
    trackReleases: trackRelease(1, '', first) + trackRelease(2, '', second),
    deals: deal({ releases: ['R1'] }),
  })
  return edit(xml, /<Release>[\s\S]*<\/Release>/, '')
}

describe('every message has these issues and no others', () => {
  test.each(cases.map(([name, document, ...issues]) => ({ name, document, issues })))(
    '$name',
    async ({ document, issues }) => {
      const report = await reportOf(document)
      expect(describeIssues(report).sort()).toEqual([...issues].sort())
      for (const { severity, code, line, column, message: text } of report.issues) {
        expect(severity).toBe(ISSUE_CODES[code].severity)
        expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
        expect(text).toMatch(/^\S.*[.?]$/s)
      }
    },
  )

  test('every code occurs that a message alone can have', () => {
    const tested = new Set(cases.flatMap(([, , ...issues]) => issues.map((issue) => issue.split(' ')[0])))
    const codes = Object.entries(ISSUE_CODES)
      .filter(([, entry]) => !('needsWorld' in entry))
      .map(([code]) => code as IssueCode)
    // Only full validation reports `schema`.
    expect(codes.filter((code) => !tested.has(code))).toEqual(['schema'])
  })
})

describe('the report', () => {
  test('points at the line and column of the element', async () => {
    const { issues } = await reportOf(edit(message, '<PartyList>', '  <PartyList Extra="1"><Nothing/>'))
    expect(issues).toEqual([])
    const report = await reportOf(newRelease({ releaseDate: 'tomorrow', deals: null }))
    expect(report.issues.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['no_deal', 2, 1],
      ['release_date_missing', 20, 1],
      ['value_invalid', 29, 1],
    ])
  })

  test(`lists ${MAX_ISSUES} issues, counts all, and drops warnings before errors`, async () => {
    const resources = Array.from({ length: 1500 }, (_, i) => image(`AX${i}`, 'x.jpg', 'Poster')).join('')
    const { issues, error_count, warning_count } = await reportOf(
      newRelease({ otherResources: image('ACover', 'c.jpg') + resources, releaseDate: 'never' }),
    )
    expect([issues.length, error_count, warning_count]).toEqual([MAX_ISSUES, 1, 1501])
    expect(issues.filter(({ severity }) => severity === 'error')).toHaveLength(1)
    const lines = issues.map(({ line }) => line)
    expect(lines).toEqual([...lines].sort((a, b) => a - b))
  })

  test('of more errors than it lists has errors only', async () => {
    const unknown = '<Hologram/>'.repeat(1200)
    const report = await reportOf(newRelease({ otherResources: image('ACover', 'c.jpg') + unknown }))
    expect([report.issues.length, report.error_count]).toEqual([MAX_ISSUES, 1200])
    expect(report.issues[0]?.path).toBe('NewReleaseMessage/ResourceList/Hologram[1]')
  })
})

describe('not_carried', () => {
  test('lists the roots of what has no field, each once and without indices', async () => {
    const { not_carried } = await read(
      newRelease({
        recordings: [{ extra: '<Contributor SequenceNumber="1"><Role/></Contributor><Contributor/>' }, {}],
        deals: deal({ extra: '<PriceInformation><PriceCode>A</PriceCode></PriceInformation>' }),
      }),
    )
    expect(not_carried).toContain('NewReleaseMessage/ResourceList/SoundRecording/Contributor')
    expect(not_carried).toContain('NewReleaseMessage/DealList/ReleaseDeal/Deal/DealTerms/PriceInformation')
    expect(not_carried.filter((path) => path.includes('Contributor'))).toHaveLength(1)
    expect(not_carried.some((path) => path.includes('['))).toBe(false)
  })

  test('has at most 200 paths', async () => {
    const extra = Array.from({ length: 300 }, (_, i) => `<Note${i}/>`).join('')
    expect((await read(newRelease({ releaseExtra: extra }))).not_carried).toHaveLength(200)
  })

  test('depends on the version', async () => {
    const old = (await read(newRelease({ version: '4.2' }))).not_carried
    const misplaced = (await read(edit(newRelease({ version: '4.2' }), 'ern/42', 'ern/43'))).not_carried
    expect(old).not.toContain('NewReleaseMessage/ResourceList/SoundRecording/ResourceId')
    expect(misplaced).toContain('NewReleaseMessage/ResourceList/SoundRecording/ResourceId')
  })
})
