import { isAtLeast } from '../message/versions.js'
import {
  childNamed,
  childrenNamed,
  descendantAt,
  descendantsAt,
  placeOf,
  textOf,
  type XmlElement,
} from '../xml/xml-element.js'
import { type MappingContext, quote, readFlag } from './context.js'
import type { FileFacts, HashAlgorithm, ResourceFacts } from './facts.js'

const FORMATS = {
  audio: { wav: 'audio/wav', wave: 'audio/wav', flac: 'audio/flac' },
  artwork: { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' },
} as const

/** AudioCodecType and ImageCodecType. WAV is a container, whose codec is PCM. */
const CODECS = {
  audio: { PCM: 'audio/wav', WAV: 'audio/wav', FLAC: 'audio/flac' },
  artwork: { JPEG: 'image/jpeg', JPG: 'image/jpeg', PNG: 'image/png' },
} as const

const MAX_FILENAME_LENGTH = 255

type AssetType = FileFacts['type']
type ContentType = FileFacts['content_type']

interface Candidate {
  file: XmlElement
  /** The element that has the codec: TechnicalDetails or DeliveryFile. */
  details: XmlElement
}

/** The file of an image, or of a recording: in the element itself, or from 4.3 on in one of its editions. */
export function readResource(context: MappingContext, resource: XmlElement, edition?: XmlElement): ResourceFacts {
  const type: AssetType = resource.name === 'Image' ? 'artwork' : 'audio'
  const candidates = fileCandidates(context, resource, edition)
  const chosen = chooseFile(candidates, type)
  const reference = textOf(childNamed(resource, 'ResourceReference')) ?? ''
  if (candidates.length > 0 && !chosen) {
    const names = candidates.map(({ file }) => filenameOf(file)).join(', ')
    context.report.add(
      resource,
      'format_unsupported',
      `${resource.localName} ${reference} has no file in a supported format: ${quote(names)}.`,
    )
  }
  return {
    reference,
    file: chosen ? readFile(context, chosen, type) : null,
    has_unsupported_file: candidates.length > 0 && !chosen,
    place: placeOf(resource),
  }
}

function fileCandidates(context: MappingContext, resource: XmlElement, edition: XmlElement | undefined): Candidate[] {
  const hasEditions = resource.name === 'SoundRecording' && isAtLeast(context.version, '4.3')
  const details = childrenNamed(hasEditions ? edition : resource, 'TechnicalDetails').filter((each) =>
    isWhole(context, each),
  )
  const holders = hasEditions ? details.flatMap((each) => childrenNamed(each, 'DeliveryFile')) : details
  return holders
    .filter((holder) => readFlag(context, holder, 'IsProvidedInDelivery') !== false)
    .flatMap((holder) => childrenNamed(holder, 'File').map((file) => ({ file, details: holder })))
    .filter(({ file }) => filenameOf(file) !== '')
}

const isWhole = (context: MappingContext, details: XmlElement): boolean =>
  !readFlag(context, details, 'IsPreview') && !readFlag(context, details, 'IsClip')

/** The last segment of the URI, which is never fetched. */
function filenameOf(file: XmlElement): string {
  const uri = textOf(childNamed(file, 'URI')) ?? ''
  const segment =
    uri
      .replace(/[?#].*$/s, '')
      .split(/[/\\]/)
      .at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const lookUp = <T extends string>(table: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const typeByExtension = ({ file }: Candidate, type: AssetType): ContentType | undefined =>
  lookUp(FORMATS[type], filenameOf(file).split('.').at(-1)?.toLowerCase() ?? '')

function typeByCodec({ details }: Candidate, type: AssetType): ContentType | undefined {
  const codec = childNamed(details, type === 'audio' ? 'AudioCodecType' : 'ImageCodecType')
  const value = textOf(codec)
  const name = value === 'UserDefined' ? codec?.attributes.get('UserDefinedValue') : value
  return lookUp(CODECS[type], name?.toUpperCase() ?? '')
}

type ChosenFile = Candidate & { contentType: ContentType }

function chooseFile(candidates: readonly Candidate[], type: AssetType): ChosenFile | undefined {
  for (const findType of [typeByExtension, typeByCodec])
    for (const candidate of candidates) {
      const contentType = findType(candidate, type)
      if (contentType) return { ...candidate, contentType }
    }
  return undefined
}

function readFile({ report }: MappingContext, { file, contentType }: ChosenFile, type: AssetType): FileFacts {
  const filename = filenameOf(file)
  if (filename.length > MAX_FILENAME_LENGTH)
    report.add(
      childNamed(file, 'URI') ?? file,
      'value_invalid',
      `The file name is longer than ${MAX_FILENAME_LENGTH} characters.`,
    )
  const hashes = descendantsAt(file, 'HashSum').flatMap((hashSum) => readHash(hashSum) ?? [])
  return { type, filename, content_type: contentType, hash: hashes[0] ?? null }
}

const HASHES: Record<string, { algorithm: HashAlgorithm; bytes: number }> = {
  MD5: { algorithm: 'md5', bytes: 16 },
  SHA1: { algorithm: 'sha1', bytes: 20 },
  SHA256: { algorithm: 'sha256', bytes: 32 },
  SHA2: { algorithm: 'sha256', bytes: 32 },
}

/** MD5, SHA-1 or SHA-256, in hexadecimal or base64; undefined for other hashes, which nothing can be compared with. */
function readHash(hashSum: XmlElement): FileFacts['hash'] | undefined {
  const algorithm = descendantAt(hashSum, 'Algorithm')
  const name = textOf(algorithm) === 'UserDefined' ? algorithm?.attributes.get('UserDefinedValue') : textOf(algorithm)
  const hash = HASHES[(name ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')]
  const value = textOf(childNamed(hashSum, 'HashSumValue')) ?? ''
  if (!hash) return undefined
  if (/^[0-9a-f]+$/i.test(value) && value.length === hash.bytes * 2)
    return { algorithm: hash.algorithm, value: value.toLowerCase() }
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0)
  return decoded.length === hash.bytes ? { algorithm: hash.algorithm, value: decoded.toString('hex') } : undefined
}
