import { describe, expect, test } from 'vitest'
import type { Refusal } from '../../src/core/primitives/result.js'
import { readMessage } from '../../src/ern/message/read-message.js'
import { resolveMessage } from '../../src/ern/message/resolve-message.js'
import { namespaceOf, VERSIONS } from '../../src/ern/message/versions.js'
import { LIMITS } from '../../src/ern/xml/parse-xml.js'
import { TEST_WORLD } from './issues-of.js'
import { edit, newRelease, purge } from './message-builder.js'

async function refusalOf(document: string | Uint8Array): Promise<Refusal> {
  const result = await readMessage(typeof document === 'string' ? Buffer.from(document) : document)
  if (result.ok) throw new Error('The document was accepted')
  return result
}

const utf16 = (text: string, order: 'le' | 'be', hasMark = true) => {
  const bytes = Buffer.from(`${hasMark ? '\ufeff' : ''}${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

const message = newRelease()
const root = `<ern:NewReleaseMessage xmlns:ern="${namespaceOf('4.3.2')}">`
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

describe('documents that are refused with 400', () => {
  test.each<[string, string | Uint8Array, string | undefined, string]>([
    ['an empty body', '', undefined, 'line 1, column 1: the document is empty'],
    ['blanks only', ' \n\t ', undefined, 'line 2, column 3: not well-formed: document must contain a root element'],
    ['text only', 'hello', undefined, 'line 1, column 1: not well-formed: text data outside of root node'],
    ['JSON', '{"title": "Night Ferry"}', undefined, 'line 1, column 1: not well-formed: '],
    [
      'a DOCTYPE',
      edit(message, DECLARATION, `${DECLARATION}\n<!-- <!DOCTYPE x> -->\n<!DOCTYPE x>`),
      undefined,
      'line 3, column 1: the document has a DOCTYPE',
    ],
    [
      'an entity bomb',
      edit(message, DECLARATION, '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'),
      undefined,
      'line 1, column 1: the document has a DOCTYPE',
    ],
    [
      'an external entity',
      edit(message, DECLARATION, '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'),
      undefined,
      'line 1, column 1: the document has a DOCTYPE',
    ],
    ['a DOCTYPE that does not end', `<!DOCTYPE x [${'<!ENTITY a "b">'.repeat(1000)}`, undefined, 'not well-formed: '],
    [
      'an unknown entity',
      edit(message, 'MSG-1', '&xxe;'),
      'NewReleaseMessage/MessageHeader/MessageId',
      'line 5, column 16: not well-formed: undefined entity',
    ],
    [
      'a parameter of a character that XML lacks',
      edit(message, 'MSG-1', '&#1;'),
      'NewReleaseMessage/MessageHeader/MessageId',
      'not well-formed: ',
    ],
    [
      'a control character',
      edit(message, 'MSG-1', 'a\u0000b'),
      'NewReleaseMessage/MessageHeader/MessageId',
      'line 5, column 13: not well-formed: ',
    ],
    ['a second root', `${message}<x/>`, undefined, 'not well-formed: documents may contain only one root'],
    ['text after the root', `${message}x`, undefined, 'not well-formed: text data outside of root node'],
    [
      'mis-nested tags',
      edit(message, '</MessageThreadId>', '</MessageId>'),
      'NewReleaseMessage/MessageHeader',
      'line 4, column 37: not well-formed: unexpected close tag',
    ],
    [
      'a repeated attribute',
      edit(message, 'AvsVersionId="9"', 'AvsVersionId="9" AvsVersionId="9"'),
      undefined,
      'line 2, column ',
    ],
    [
      'an attribute that is repeated under another prefix',
      `<a xmlns:x="urn:1" xmlns:y="urn:1" x:b="1" y:b="2"/>`,
      undefined,
      'not well-formed: duplicate attribute',
    ],
    [
      'an undeclared prefix',
      edit(message, ' xmlns:ern=', ' xmlns:other='),
      undefined,
      'not well-formed: unbound namespace prefix',
    ],
    ['an unquoted attribute', '<a b=c/>', undefined, 'not well-formed: '],
    ['a tag in a tag', '<a <b>', undefined, 'line 1, column 4: not well-formed: '],
    [
      'XML 1.1',
      edit(message, 'version="1.0"', 'version="1.1"'),
      undefined,
      'line 1, column 1: the document is in XML 1.1',
    ],
    [
      'a declaration of another encoding',
      edit(message, 'UTF-8', 'ISO-8859-1'),
      undefined,
      'line 1, column 1: the XML declaration says ISO-8859-1, but the document is in UTF-8',
    ],
    [
      'UTF-8 that declares UTF-16',
      edit(message, 'UTF-8', 'UTF-16'),
      undefined,
      'the XML declaration says UTF-16, but the document is in UTF-8',
    ],
    [
      'UTF-16 that declares UTF-8',
      utf16(message, 'le'),
      undefined,
      'the XML declaration says UTF-8, but the document is in UTF-16',
    ],
    [
      'UTF-16 with the other byte order',
      utf16(edit(message, 'UTF-8', 'UTF-16BE'), 'le'),
      undefined,
      'the XML declaration says UTF-16BE',
    ],
    [
      'UTF-16 without a mark',
      utf16(message, 'be', false),
      undefined,
      'line 1, column 1: the document is in UTF-16 without a byte order mark',
    ],
    [
      'half a UTF-16 unit',
      Buffer.concat([utf16('<a/>', 'le'), Buffer.from([0x20])]),
      undefined,
      'line 1, column 5: a byte sequence is not valid UTF-16',
    ],
    ['half a surrogate pair', utf16('<a>\ud83d</a>', 'le'), undefined, 'a byte sequence is not valid UTF-16'],
    [
      'UTF-32',
      Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]),
      undefined,
      'line 1, column 1: the document is in UTF-32',
    ],
    [
      'Latin-1 bytes',
      Buffer.from(edit(message, 'Ada Wren', 'Adä Wren'), 'latin1'),
      undefined,
      'line 11, column 66: a byte sequence is not valid UTF-8',
    ],
    [
      'an overlong UTF-8 sequence',
      Buffer.concat([Buffer.from('<a>\n'), Buffer.from([0xc0, 0xbc])]),
      undefined,
      'line 2, column 1: a byte sequence is not valid UTF-8',
    ],
    ['a declaration after a line', `\n${message}`, undefined, 'not well-formed: '],
    [
      'too many levels',
      root + '<a>'.repeat(LIMITS.depth),
      expect.stringContaining('NewReleaseMessage/a/a') as never,
      'elements are nested more than 64 deep',
    ],
    [
      'too many elements',
      `${root}\n${'<a/>'.repeat(LIMITS.elements)}`,
      'NewReleaseMessage',
      'line 2, column 399997: the document has more than 100000 elements',
    ],
    [
      'too many attributes',
      `${root}\n <a ${Array.from({ length: 65 }, (_, i) => `b${i}="1"`).join(' ')}/>`,
      'NewReleaseMessage/a',
      'line 2, column 2: the element has more than 64 attributes',
    ],
    [
      'a long name',
      `${root}\n  <${'a'.repeat(257)}/>`,
      'NewReleaseMessage',
      'line 2, column 3: a name is longer than 256 characters',
    ],
    [
      'a long attribute name',
      `${root}<b ${'a'.repeat(257)}="1"/>`,
      'NewReleaseMessage/b',
      'a name is longer than 256 characters',
    ],
    [
      'a long text',
      `${root}<MessageHeader>${'x'.repeat(LIMITS.textLength + 1)}</MessageHeader>`,
      'NewReleaseMessage/MessageHeader',
      'the text is longer than 65536 characters',
    ],
    [
      'a long text in pieces',
      `${root}<a>${'<![CDATA[xxxxxxxx]]><b/>'.repeat(9000)}`,
      'NewReleaseMessage/a',
      'the text is longer than 65536 characters',
    ],
    [
      'a long attribute',
      `${root}<b a="${'x'.repeat(LIMITS.textLength + 1)}"/>`,
      'NewReleaseMessage/b',
      'an attribute is longer than 65536 characters',
    ],
  ])('%s', async (_name, document, field, issue) => {
    const { code, details } = await refusalOf(document)
    expect(code).toBe('invalid_request')
    expect(details).toHaveLength(1)
    expect(details?.[0]?.issue).toMatch(/^line \d+, column \d+: /)
    expect(details?.[0]?.issue).toContain(issue)
    if (field !== undefined) expect(details?.[0]?.field).toEqual(field)
  })

  test('a message that is cut off at any byte', async () => {
    const bytes = Buffer.from(edit(purge(), 'Night Ferry', 'Nächtliche Fähre 🚢'))
    const end = bytes.lastIndexOf('>') + 1
    for (let length = 0; length < end; length++) {
      const { code, details } = await refusalOf(bytes.subarray(0, length))
      // As soon as the root's start tag is complete, only the end is missing.
      expect([length, code]).toEqual([length, 'invalid_request'])
      expect(details?.[0]?.issue).toMatch(/^line \d+, column \d+: /)
    }
    expect((await readMessage(bytes.subarray(0, end))).ok).toBe(true)
  })

  test('a body of more than 4 MiB is refused with 413', async () => {
    expect((await refusalOf(Buffer.alloc(4 * 1024 * 1024 + 1, ' '))).code).toBe('payload_too_large')
  })
})

describe('documents that are refused with 422', () => {
  test.each([
    [
      'ERN 3.8.2',
      edit(message, namespaceOf('4.3.2'), 'http://ddex.net/xml/ern/382'),
      'the root is in the namespace "http://ddex.net/xml/ern/382"',
    ],
    [
      'a namespace that only starts like one',
      edit(message, namespaceOf('4.3.2'), `${namespaceOf('4.3.2')}/`),
      'Accepted are http://ddex.net/xml/ern/ followed by 41, 411, 42, 43, 431, 432',
    ],
    ['no namespace', '<NewReleaseMessage/>', 'the root is in no namespace'],
    [
      'another message',
      message.replaceAll('NewReleaseMessage', 'CatalogListMessage'),
      'the root is CatalogListMessage. Accepted are NewReleaseMessage and PurgeReleaseMessage',
    ],
    ['HTML', '<html><body/></html>', 'the root is in no namespace'],
  ])('%s', async (_name, document, issue) => {
    const { code, details } = await refusalOf(document)
    expect(code).toBe('validation_failed')
    expect(details?.[0]?.issue).toContain(issue)
    expect(details?.[0]?.issue).toMatch(/^line \d+, column \d+: /)
  })

  test('a header without an id, a sender or a time, all listed', async () => {
    const { code, details } = await refusalOf(
      `${root}\n<MessageHeader>\n <MessageId> </MessageId><MessageSender/></MessageHeader></ern:NewReleaseMessage>`,
    )
    expect(code).toBe('missing_required_field')
    expect(details?.map(({ field, issue }) => [field, issue])).toEqual([
      ['NewReleaseMessage/MessageHeader/MessageId', 'line 3, column 2: is empty'],
      ['NewReleaseMessage/MessageHeader/MessageSender/PartyId', 'line 3, column 26: PartyId is missing'],
      ['NewReleaseMessage/MessageHeader/MessageCreatedDateTime', 'line 2, column 1: MessageCreatedDateTime is missing'],
    ])
  })

  test('a message without a header', async () => {
    const { code, details } = await refusalOf(`${root}</ern:NewReleaseMessage>`)
    expect(code).toBe('missing_required_field')
    expect(details?.map(({ field }) => field)).toEqual([
      'NewReleaseMessage/MessageHeader/MessageId',
      'NewReleaseMessage/MessageHeader/MessageSender/PartyId',
      'NewReleaseMessage/MessageHeader/MessageCreatedDateTime',
    ])
  })

  test('a header in a foreign namespace is no header', async () => {
    const foreign = edit(message, /<MessageHeader>[\s\S]*<\/MessageHeader>/, '<x:MessageHeader xmlns:x="urn:x"/>')
    expect((await refusalOf(foreign)).code).toBe('missing_required_field')
  })
})

describe('documents that are read', () => {
  const read = async (document: string | Uint8Array) => {
    const result = await readMessage(typeof document === 'string' ? Buffer.from(document) : document)
    if (!result.ok) throw new Error(JSON.stringify(result.details))
    return result.value
  }

  test.each(VERSIONS)('ERN %s', async (version) => {
    const { facts, report } = await read(newRelease({ version }))
    expect([facts.version, report.issues]).toEqual([version, []])
  })

  test.each([
    ['UTF-8 without a declaration', Buffer.from(edit(message, `${DECLARATION}\n`, ''))],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${message}`)],
    ['UTF-16 in little endian', utf16(edit(message, 'UTF-8', 'UTF-16'), 'le')],
    ['UTF-16 in big endian', utf16(edit(message, 'UTF-8', 'utf-16'), 'be')],
    ['UTF-16 that names its byte order', utf16(edit(message, 'UTF-8', 'UTF-16LE'), 'le')],
    ['Windows line ends', Buffer.from(message.replaceAll('\n', '\r\n'))],
    [
      'processing instructions and comments',
      Buffer.from(edit(message, DECLARATION, `${DECLARATION}<?php echo 1 ?><!-- <a> -->`)),
    ],
    ['CDATA', Buffer.from(edit(message, 'MSG-1', '<![CDATA[MSG-1]]>'))],
    ['character references', Buffer.from(edit(message, 'MSG-1', '&#77;SG-&#x31;'))],
    [
      'an XInclude, which is not followed',
      Buffer.from(
        edit(
          message,
          '<DealList>',
          '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/><DealList>',
        ),
      ),
    ],
    ['another prefix', Buffer.from(message.replaceAll('ern:', 'ernm:').replace('xmlns:ern=', 'xmlns:ernm='))],
  ])('%s', async (_name, bytes) => {
    expect((await read(bytes)).facts.header.message_id).toBe('MSG-1')
  })

  test('positions count code points and every kind of line end', async () => {
    const text = edit(message, '<MessageThreadId>', '\r<!-- 🚢🚢 -->\r\n <!-- 🚢ｱ --> <MessageThreadId>')
    const { report } = await read(edit(text, 'MSG-1</MessageId>', 'MSG-1</MessageId><Unknown/>'))
    expect(report.issues.map(({ path, line, column }) => [path, line, column])).toEqual([
      ['NewReleaseMessage/MessageHeader/Unknown', 7, 29],
    ])
    const sameLine = await read(edit(text, '<MessageThreadId>', '<Unknown/><MessageThreadId>'))
    expect(sameLine.report.issues.map(({ line, column }) => [line, column])).toEqual([[6, 14]])
  })

  test('the position of an element whose name is followed by a line end', async () => {
    const { report } = await read(edit(message, '<MessageThreadId>', '<Unknown\r\n/><MessageThreadId>'))
    expect(report.issues.map(({ line, column }) => [line, column])).toEqual([[4, 1]])
  })

  test('names of the prototype are names like any other', async () => {
    const odd = edit(message, '<Release>', '<__proto__ constructor="1"/><toString/><Release hasOwnProperty="1">')
    const { report, not_carried } = await read(odd)
    expect(report.issues.map(({ code }) => code)).toEqual(['element_unexpected', 'element_unexpected'])
    expect(not_carried).toContain('NewReleaseMessage/ReleaseList/__proto__')
  })

  test('a large message is read in slices, and pauses in between', async () => {
    const large = newRelease({ recordings: Array.from({ length: 999 }, () => ({})), deals: deals(3000) })
    let pauses = 0
    const result = await readMessage(Buffer.from(large), { pause: async () => void pauses++ })
    expect(result.ok).toBe(true)
    expect(pauses).toBeGreaterThan(Buffer.from(large).length / (64 * 1024))
  })

  test('what a message says is never much larger than the message', async () => {
    const references = Array.from({ length: 1000 }, (_, i) => `<DealReleaseReference>R${i + 1}</DealReleaseReference>`)
    const recordings = Array.from({ length: 1000 }, () => ({}))
    const xml = newRelease({ recordings, deals: deals(5000).replace('<Deal>', () => `${references.join('')}<Deal>`) })
    const message = await read(xml)
    expect(JSON.stringify(message.facts).length).toBeLessThan(2 * xml.length)
    expect(resolveMessage(message, TEST_WORLD).deals?.trackTerritories).toHaveLength(1000)
  })

  test('thousands of artists with thousands of names', async () => {
    const names = '<PartyName><FullName>A</FullName></PartyName>'.repeat(20_000)
    const artists =
      '<DisplayArtist><ArtistPartyReference>P1</ArtistPartyReference><DisplayArtistRole>MainArtist</DisplayArtistRole></DisplayArtist>'
    const xml = newRelease({
      parties: `<Party><PartyReference>P1</PartyReference>${names}</Party>`,
      artists: artists.repeat(18_000),
      recordings: [{}],
    })
    const { report } = await read(xml)
    expect(report.issues.map(({ code }) => code)).toContain('value_invalid')
  })

  const deals = (count: number) =>
    `<ReleaseDeal><DealReleaseReference>R0</DealReleaseReference>${'<Deal><DealTerms><TerritoryCode>DE</TerritoryCode><ValidityPeriod><StartDate>2027-03-05</StartDate></ValidityPeriod></DealTerms></Deal>'.repeat(count)}</ReleaseDeal>`
})
