import { describe, expect, test } from 'vitest'
import type { ReleaseFacts } from '../../src/ern/facts/facts.js'
import { ACCOUNT_DPID, SERVICE_DPID } from '../../src/ern/message/party-ids.js'
import { toReleaseKeys } from '../../src/ern/resolve/release-keys.js'
import { describeIssues, read, resolve } from './issues-of.js'
import {
  deal,
  displayArtist,
  edit,
  file,
  GRID,
  group,
  image,
  item,
  type MessageOptions,
  newRelease,
  party,
  purge,
  titles,
  trackRelease,
  UPC,
} from './message-builder.js'

async function releaseOf(document: string | MessageOptions): Promise<ReleaseFacts> {
  const { facts } = await read(typeof document === 'string' ? document : newRelease(document))
  return facts.release as ReleaseFacts
}

test('facts are plain JSON', async () => {
  const { facts, report, not_carried } = await read(newRelease())
  expect(JSON.parse(JSON.stringify({ facts, report, not_carried }))).toEqual({ facts, report, not_carried })
})

test('the header is read as sent', async () => {
  const xml = edit(
    newRelease(),
    '<MessageRecipient>',
    '<SentOnBehalfOf><PartyId>PADPIDA2026111501X</PartyId><PartyName><FullName>Reed Music</FullName></PartyName></SentOnBehalfOf><MessageRecipient><PartyId>PADPIDA2026111502X</PartyId></MessageRecipient><MessageRecipient>',
  )
  const { facts } = await read(edit(xml, '2026-11-15T12:00:00Z', '\n 2026-11-15T12:00:00.25+01:00 '))
  expect(facts.header).toMatchObject({
    message_id: 'MSG-1',
    thread_id: 'THREAD-1',
    sender: { party_id: ACCOUNT_DPID, name: 'Blue Heron Distribution' },
    sent_on_behalf_of: { party_id: 'PADPIDA2026111501X', name: 'Reed Music' },
    recipients: [{ party_id: 'PADPIDA2026111502X' }, { party_id: SERVICE_DPID }],
    message_created_at: '2026-11-15T12:00:00.25+01:00',
    created: Date.UTC(2026, 10, 15, 11, 0, 0, 250),
    control_type: null,
  })
})

describe('variants', () => {
  const text = (value: string, attributes = '') => `<DisplayTitleText${attributes}>${value}</DisplayTitleText>`
  const title = async (variants: string, language = 'en') =>
    (await releaseOf({ title: `${variants}<DisplayTitle/>`, language })).title

  test('the default wins', async () => {
    expect(await title(text('A') + text('B', ' IsDefault="true" LanguageAndScriptCode="ja"'))).toBe('B')
    expect(await title(text('A') + text('B', ' IsDefault="1"'))).toBe('B')
    expect(await title(text('A', ' IsDefault="false"') + text('B'))).toBe('A')
  })

  test('then the language of the message for all territories', async () => {
    const variants =
      text('Eins', ' LanguageAndScriptCode="de"') +
      text('One', ' LanguageAndScriptCode="en" ApplicableTerritoryCode="GB"') +
      text('Uno', ' LanguageAndScriptCode="it"') +
      text('ONE', ' LanguageAndScriptCode="EN" ApplicableTerritoryCode="Worldwide"')
    expect(await title(variants)).toBe('ONE')
    expect(await title(variants, 'it')).toBe('Uno')
    expect(await title(variants, 'en-GB')).toBe('ONE')
    expect(await title(text('Eins', ' LanguageAndScriptCode="de"') + text('One'))).toBe('One')
  })

  test('then the first', async () => {
    expect(await title(text('A', ' LanguageAndScriptCode="de"') + text('B', ' LanguageAndScriptCode="it"'))).toBe('A')
  })

  test('of names, labels and dates', async () => {
    const name = (value: string, attributes = '') => `<PartyName${attributes}><FullName>${value}</FullName></PartyName>`
    const release = await releaseOf(
      edit(
        newRelease({
          parties: `<Party><PartyReference>P1</PartyReference>${name('エイダ', ' LanguageAndScriptCode="ja-Jpan"')}${name('Ada Wren', ' LanguageAndScriptCode="en"')}</Party>${party('PLabel', 'Blue Heron')}${party('PJapan', 'Blue Heron Japan')}`,
          releaseExtra: '<ReleaseDate IsDefault="true">2027-04-01</ReleaseDate>',
        }),
        '<ReleaseLabelReference>PLabel',
        '<ReleaseLabelReference ApplicableTerritoryCode="JP">PJapan</ReleaseLabelReference><ReleaseLabelReference>PLabel',
      ),
    )
    expect(release).toMatchObject({ artists: [{ name: 'Ada Wren' }], label: 'Blue Heron', release_date: '2027-04-01' })
  })
})

describe('the main release', () => {
  test('has a title from DisplayTitle if there is no text', async () => {
    const title =
      '<DisplayTitleText/><DisplayTitle><TitleText> Night Ferry </TitleText><SubTitle>Live</SubTitle><SubTitle>2026</SubTitle></DisplayTitle>'
    expect((await releaseOf({ title })).title).toBe('Night Ferry (Live) (2026)')
  })

  test('has artists by sequence number, then in the order of the document', async () => {
    const parties =
      ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn'].map((name, i) => party(`P${i + 1}`, name)).join('') +
      party('PLabel', 'L')
    const userDefined = (reference: string, value: string) =>
      `<DisplayArtist SequenceNumber="3"><ArtistPartyReference>${reference}</ArtistPartyReference><DisplayArtistRole Namespace="X" UserDefinedValue="${value}">UserDefined</DisplayArtistRole></DisplayArtist>`
    const artists =
      displayArtist('P1', 'Composer') +
      displayArtist('P2', 'FeaturedArtist', ' SequenceNumber="10"') +
      userDefined('P3', 'Remixer') +
      userDefined('P4', 'Producer') +
      displayArtist('P5', 'MainArtist', ' SequenceNumber="2"') +
      '<DisplayArtist SequenceNumber="2"><SpecialDisplayArtist>VariousArtists</SpecialDisplayArtist></DisplayArtist>'
    expect((await releaseOf({ parties, artists })).artists).toEqual([
      { name: 'Eve', role: 'main' },
      { name: 'Various Artists', role: 'main' },
      { name: 'Cleo', role: 'remixer' },
      { name: 'Dov', role: 'producer' },
      { name: 'Ben', role: 'featured' },
      { name: 'Ada', role: 'composer' },
    ])
  })

  test('can have a brand as its label', async () => {
    const parties = `${party('P1', 'Ada Wren')}<Brand><BrandReference>PLabel</BrandReference><BrandName><FullName>Heron Nights</FullName></BrandName></Brand>`
    expect((await releaseOf({ parties })).label).toBe('Heron Nights')
  })

  test.each([
    [`<ICPN>${UPC}</ICPN>`, UPC],
    [`<ICPN>0${UPC}</ICPN>`, UPC],
    [`<ICPN>00${UPC}</ICPN>`, UPC],
    ['<ICPN>40170725</ICPN>', '000040170725'],
    ['<ICPN>4006381333931</ICPN>', null],
    ['<ICPN>14006381333938</ICPN>', null],
    [`<GRid>${GRID}</GRid>`, null],
  ])('with the id %s has the UPC %s', async (releaseId, upc) => {
    expect((await releaseOf({ releaseId })).upc).toBe(upc)
  })

  test('can be a track release', async () => {
    const single = newRelease({
      recordings: [{ title: 'Harbour', extra: displayArtist('P2', 'FeaturedArtist') }],
      parties: party('P1', 'Ada Wren') + party('P2', 'Ben Reed') + party('PLabel', 'Blue Heron'),
      trackReleases: trackRelease(1, '', ' IsMainRelease="true"'),
      deals: deal({ releases: ['R1'] }),
    })
    const { facts, report, release_date, deals, not_carried } = await resolve(
      edit(single, /<Release>[\s\S]*<\/Release>/, ''),
    )
    expect(facts.release).toMatchObject({
      reference: 'R1',
      title: 'Harbour',
      artists: [
        { name: 'Ada Wren', role: 'main' },
        { name: 'Ben Reed', role: 'featured' },
      ],
      label: 'Blue Heron',
      upc: null,
      tracks: [{ track_number: 1, title: 'Harbour', isrc: 'QZK3V2600001', release_reference: 'R1' }],
      cover: { file: { filename: 'cover.jpg' } },
    })
    expect(facts.release_ids).toEqual([{ type: 'ProprietaryId', namespace: ACCOUNT_DPID, value: 'track-1' }])
    expect([release_date, deals?.territories, deals?.trackTerritories]).toEqual(['2027-03-05', ['WORLD'], [['WORLD']]])
    expect(describeIssues(report)).toEqual([
      'release_date_from_deal ReleaseList/TrackRelease',
      'upc_assigned ReleaseList/TrackRelease/ReleaseId',
    ])
    expect(not_carried.filter((path) => /TrackRelease|DisplayArtist$/.test(path))).toEqual([])
  })

  test('has the front cover that it links to, otherwise the first', async () => {
    const otherResources =
      image('ABack', 'back.jpg', 'BackCoverImage') + image('AOne', 'one.jpg') + image('ACover', 'two.png')
    const unlinked = `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}</ResourceGroup>`
    const inItem = `<ResourceGroup>${item(1, 'A1')}${group(2, item(1, 'A2', '<LinkedReleaseResourceReference>ABack</LinkedReleaseResourceReference><LinkedReleaseResourceReference>ACover</LinkedReleaseResourceReference>'))}</ResourceGroup>`
    const asItem = `<ResourceGroup>${item(1, 'A1')}${item(2, 'A2')}${item(3, 'ACover')}</ResourceGroup>`
    expect((await releaseOf({ otherResources })).cover?.file).toMatchObject({
      filename: 'two.png',
      content_type: 'image/png',
    })
    expect((await releaseOf({ otherResources, resourceGroup: inItem })).cover?.reference).toBe('ACover')
    expect((await releaseOf({ otherResources, resourceGroup: asItem })).cover?.reference).toBe('ACover')
    expect((await releaseOf({ otherResources, resourceGroup: unlinked })).cover?.reference).toBe('AOne')
  })
})

describe('tracks', () => {
  const four = [{}, {}, {}, {}]
  const order = async (resourceGroup: string) =>
    (await releaseOf({ recordings: four, resourceGroup })).tracks.map(
      ({ reference, track_number }) => `${track_number} ${reference}`,
    )

  test('have the sequence numbers of one group', async () => {
    expect(
      await order(`<ResourceGroup>${item(9, 'A1')}${item(3, 'A2')}${item(4, 'A3')}${item(1, 'A4')}</ResourceGroup>`),
    ).toEqual(['1 A4', '3 A2', '4 A3', '9 A1'])
    expect(
      await order(
        `<ResourceGroup>${group(1, item(2, 'A1') + item(3, 'A2') + item(5, 'A3') + item(4, 'A4'))}</ResourceGroup>`,
      ),
    ).toEqual(['2 A1', '3 A2', '4 A4', '5 A3'])
  })

  test('are counted if the numbers are missing, repeated or out of range', async () => {
    expect(
      await order(
        `<ResourceGroup>${item(null, 'A2')}${item(2, 'A1')}${item(null, 'A4')}${item(1, 'A3')}</ResourceGroup>`,
      ),
    ).toEqual(['1 A3', '2 A1', '3 A2', '4 A4'])
    expect(
      await order(`<ResourceGroup>${item(1, 'A2')}${item(1, 'A1')}${item(1, 'A4')}${item(1, 'A3')}</ResourceGroup>`),
    ).toEqual(['1 A2', '2 A1', '3 A4', '4 A3'])
    expect(
      await order(`<ResourceGroup>${item(0, 'A2')}${item(1, 'A1')}${item(2, 'A4')}${item(3, 'A3')}</ResourceGroup>`),
    ).toEqual(['1 A2', '2 A1', '3 A4', '4 A3'])
  })

  test('of several discs are counted in sequence, depth first', async () => {
    const discs = group(2, item(1, 'A1') + item(2, 'A2')) + group(1, item(2, 'A4') + item(1, 'A3'))
    expect(await order(`<ResourceGroup>${discs}</ResourceGroup>`)).toEqual(['1 A3', '2 A4', '3 A1', '4 A2'])
    const numberedAcross = group(1, item(5, 'A1') + item(6, 'A2')) + group(2, item(8, 'A3') + item(9, 'A4'))
    expect(await order(`<ResourceGroup>${numberedAcross}</ResourceGroup>`)).toEqual(['1 A1', '2 A2', '3 A3', '4 A4'])
    const nested = group(1, item(2, 'A2') + group(1, item(1, 'A1'))) + item(3, 'A4') + item(2, 'A3')
    expect(await order(`<ResourceGroup>${nested}</ResourceGroup>`)).toEqual(['1 A1', '2 A2', '3 A3', '4 A4'])
  })

  test('have the title of their track release, otherwise of the recording', async () => {
    const trackReleases = trackRelease(2, titles('Second (Radio Edit)')) + trackRelease(1)
    const { tracks } = await releaseOf({ trackReleases })
    expect(tracks.map(({ title, release_reference }) => [title, release_reference])).toEqual([
      ['Track 1', 'R1'],
      ['Second (Radio Edit)', 'R2'],
    ])
  })

  test('have the ISRC of the first edition that is not immersive', async () => {
    const immersive =
      '<SoundRecordingEdition><Type>ImmersiveEdition</Type><ResourceId><ISRC>QZK3V2600099</ISRC></ResourceId><TechnicalDetails><DeliveryFile><File><URI>atmos.wav</URI></File></DeliveryFile></TechnicalDetails></SoundRecordingEdition>'
    const xml = edit(newRelease({ recordings: [{}] }), '<SoundRecordingEdition>', `${immersive}<SoundRecordingEdition>`)
    const { tracks } = await releaseOf(xml)
    expect(tracks).toMatchObject([{ isrc: 'QZK3V2600001', file: { filename: 'track-1.wav' } }])
    const only = await releaseOf(edit(xml, /<SoundRecordingEdition><Type>NonImmersive.*?<\/SoundRecordingEdition>/, ''))
    expect(only.tracks).toMatchObject([{ isrc: null, file: null }])
  })

  test('have an ISRC that was not replaced', async () => {
    const xml = edit(
      newRelease({ recordings: [{}] }),
      '<ResourceId>',
      '<ResourceId IsReplaced="true"><ISRC>QZK3V2600077</ISRC></ResourceId><ResourceId>',
    )
    expect((await releaseOf(xml)).tracks).toMatchObject([{ isrc: 'QZK3V2600001' }])
  })

  test('of a message in the form of another version keep what is readable, and say where the ISRC belongs', async () => {
    const xml = edit(newRelease({ version: '4.2', recordings: [{}] }), 'ern/42', 'ern/43')
    const { report } = await read(xml)
    expect(report.issues.find(({ code }) => code === 'isrc_assigned')?.message).toContain(
      'SoundRecordingEdition/ResourceId',
    )
  })
})

describe('files', () => {
  const fileOf = async (
    options: NonNullable<MessageOptions['recordings']>[number],
    version?: MessageOptions['version'],
  ) => (await releaseOf({ recordings: [options], ...(version && { version }) })).tracks[0]?.file

  test.each([
    ['track.wav', 'track.wav', 'audio/wav'],
    ['resources/a/Track One.FLAC', 'Track One.FLAC', 'audio/flac'],
    ['https://example.com/x/track%201.wav?sig=a/b#c', 'track 1.wav', 'audio/wav'],
    ['..\\up\\track.wav', 'track.wav', 'audio/wav'],
    ['100%.wav', '100%.wav', 'audio/wav'],
  ])('%s is %s', async (uri, filename, content_type) => {
    expect(await fileOf({ uri })).toMatchObject({ type: 'audio', filename, content_type })
  })

  test.each(['4.1', '4.1.1', '4.2'] as const)('are in TechnicalDetails in %s', async (version) => {
    expect(await fileOf({}, version)).toMatchObject({ filename: 'track-1.wav' })
  })

  const withFiles = (files: string) =>
    edit(newRelease({ recordings: [{}] }), /<DeliveryFile>.*?<\/DeliveryFile>/, files)
  const delivery = (uri: string, before = '', after = '') =>
    `<DeliveryFile><Type>AudioFile</Type>${before}${file(uri)}${after}</DeliveryFile>`

  test('are chosen by extension before codec', async () => {
    const byExtension = await releaseOf(
      withFiles(delivery('a.bin', '<AudioCodecType>FLAC</AudioCodecType>') + delivery('a.mp3') + delivery('b.wav')),
    )
    expect(byExtension.tracks[0]?.file?.filename).toBe('b.wav')
    const byCodec = await releaseOf(
      withFiles(
        delivery('a.mp3') +
          delivery('master', '<AudioCodecType Namespace="X" UserDefinedValue="flac">UserDefined</AudioCodecType>'),
      ),
    )
    expect(byCodec.tracks[0]?.file).toMatchObject({ filename: 'master', content_type: 'audio/flac' })
  })

  test('that are not delivered are skipped', async () => {
    const release = await releaseOf(
      withFiles(
        delivery('a.wav', '', '<IsProvidedInDelivery>false</IsProvidedInDelivery>') +
          delivery('b.flac', '', '<IsProvidedInDelivery>true</IsProvidedInDelivery>'),
      ),
    )
    expect(release.tracks[0]?.file?.filename).toBe('b.flac')
  })

  const md5 = '5d41402abc4b2a76b9719d911017c592'
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
  test.each([
    ['MD5', md5.toUpperCase(), { algorithm: 'md5', value: md5 }],
    ['md5', Buffer.from(md5, 'hex').toString('base64'), { algorithm: 'md5', value: md5 }],
    [
      'SHA1',
      'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
      { algorithm: 'sha1', value: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d' },
    ],
    ['SHA-1', 'qvTGHdzF6KLavt4PO0gs2a6pQ00=', { algorithm: 'sha1', value: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d' }],
    ['SHA-256', sha256, { algorithm: 'sha256', value: sha256 }],
    ['SHA2', sha256, { algorithm: 'sha256', value: sha256 }],
    ['CRC32', '3610a686', null],
    ['MD5', 'unknown', null],
  ])('with the %s hash %s', async (algorithm, value, hash) => {
    expect((await fileOf({ hash: { algorithm, value } }))?.hash).toEqual(hash)
  })
})

describe('keys', () => {
  test('come from the ids of the release', async () => {
    const { facts } = await read(
      newRelease({
        releaseId: `<GRid>a1-00001-0000001234-5</GRid><ICPN>${UPC}</ICPN><CatalogNumber Namespace="X">BH-1</CatalogNumber><ProprietaryId Namespace="X">7</ProprietaryId><ProprietaryId Namespace="${SERVICE_DPID}">rel_1</ProprietaryId>`,
      }),
    )
    expect(toReleaseKeys(facts.release_ids, SERVICE_DPID)).toEqual({
      grid: GRID,
      gtin14: `00${UPC}`,
      proprietary_ids: [{ namespace: 'X', value: '7' }],
      release_id: 'rel_1',
    })
  })

  test('of a purge', async () => {
    const { facts } = await read(purge({ releaseId: '<ICPN>4006381333931</ICPN>' }))
    expect(facts.release).toBeNull()
    expect(toReleaseKeys(facts.release_ids, SERVICE_DPID)).toEqual({
      grid: null,
      gtin14: '04006381333931',
      proprietary_ids: [],
      release_id: null,
    })
  })
})
