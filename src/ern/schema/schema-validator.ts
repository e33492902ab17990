import type * as Libxml2 from 'libxml2-wasm'
import type { Version } from '../message/versions.js'

/** The parts of the optional package libxml2-wasm that validation needs. */
export type XmlLibrary = Pick<
  typeof Libxml2,
  | 'XmlDocument'
  | 'XsdValidator'
  | 'ParseOption'
  | 'XmlLibError'
  | 'xmlRegisterInputProvider'
  | 'xmlCleanupInputProvider'
>

/** What a schema does not allow. */
export interface SchemaFinding {
  /** The path of the element without prefixes, such as `NewReleaseMessage/ReleaseList/Release[2]`. */
  path: string
  message: string
}

/** The schemas can't be used: a file is missing, or is not a schema. */
export class SchemaError extends Error {}

/** Validates the text of a message. */
export type SchemaValidator = (text: string, version: Version) => SchemaFinding[]

const FILENAME = 'release-notification.xsd'
/** Imports are resolved against this address, and `readFile` gets the rest of it. It is no real folder. */
const ROOT_URL = 'file:///ern-schemas/'

/**
 * A validator with DDEX's schemas, which the user supplies as `VERSION/release-notification.xsd`. `readFile` gets paths
 * within the folder of the schemas, and returns undefined if there is no such file. Schemas are compiled when they are
 * first needed.
 */
export function createSchemaValidator(
  library: XmlLibrary,
  readFile: (path: string) => Uint8Array | undefined,
): SchemaValidator {
  const validators = new Map<Version, Libxml2.XsdValidator>()
  const { ParseOption } = library
  const option = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES

  function compile(version: Version): Libxml2.XsdValidator {
    const paths = [version, version.replaceAll('.', '')].map((folder) => `${folder}/${FILENAME}`)
    const path = paths.find((candidate) => readFile(candidate) !== undefined)
    if (path === undefined)
      throw new SchemaError(`There is no schema of ERN ${version}: ${paths.join(' or ')} is missing`)
    library.xmlRegisterInputProvider(createInputProvider(readFile))
    try {
      const schema = library.XmlDocument.fromBuffer(readFile(path) as Uint8Array, { url: `${ROOT_URL}${path}`, option })
      try {
        return library.XsdValidator.fromDoc(schema)
      } finally {
        schema.dispose()
      }
    } catch (error) {
      throw new SchemaError(`${path} is not a schema that can be used: ${summarize(error)}`)
    } finally {
      library.xmlCleanupInputProvider()
    }
  }

  return (text, version) => {
    const validator = validators.get(version) ?? compile(version)
    validators.set(version, validator)
    const bytes = new TextEncoder().encode(text)
    const document = library.XmlDocument.fromBuffer(bytes, {
      encoding: 'UTF-8',
      option: option | ParseOption.XML_PARSE_IGNORE_ENC,
    })
    try {
      validator.validate(document)
      return []
    } catch (error) {
      if (!(error instanceof library.XmlLibError)) throw error
      return error.details.map(({ message, xpath = '' }) => ({ path: toPath(xpath), message: describe(message) }))
    } finally {
      document.dispose()
    }
  }
}

/** Serves imports from the folder of the schemas, and nothing else. */
function createInputProvider(readFile: (path: string) => Uint8Array | undefined): Libxml2.XmlInputProvider {
  const open = new Map<number, { bytes: Uint8Array; offset: number }>()
  let latest = 0
  return {
    match: () => true,
    open(url) {
      const bytes = url.startsWith(ROOT_URL) ? readFile(url.slice(ROOT_URL.length)) : undefined
      if (!bytes) return undefined
      open.set(++latest, { bytes, offset: 0 })
      return latest
    },
    read(descriptor, buffer) {
      const file = open.get(descriptor)
      if (!file) return -1
      const part = file.bytes.subarray(file.offset, file.offset + buffer.byteLength)
      buffer.set(part)
      file.offset += part.length
      return part.length
    },
    close: (descriptor) => open.delete(descriptor),
  }
}

/** `/ern:NewReleaseMessage/ReleaseList` → `NewReleaseMessage/ReleaseList` */
const toPath = (xpath: string): string => xpath.replace(/^\//, '').replaceAll(/(^|\/)[^/:[\]]+:/g, '$1')

/** libxml2 ends messages with a line break, and writes qualified names as `{namespace}name`. */
const describe = (message: string): string => {
  const text = message.trim().replaceAll(/\{[^{}]*\}/g, '')
  return text.endsWith('.') ? text : `${text}.`
}

const summarize = (error: unknown): string =>
  (error as Error).message.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ').slice(0, 300)
