import { settings } from '../data/settings.js'
import { apiKey } from '../data/world.js'

const baseUrl = () => window.location.origin + settings.root
const keyHeader = () => `-H 'X-API-Key: ${apiKey.value}'`

/** A read with the key of the world, for a person to copy. */
export const curlGet = (path: string): string => `curl ${baseUrl()}${path} ${keyHeader()}`

/** The same for a POST. The body is JSON text. */
export const curlPost = (path: string, body: string): string =>
  `curl -X POST ${baseUrl()}${path} ${keyHeader()} \\\n  -H 'Content-Type: application/json' -d '${body}'`

/** Imports a file as a snapshot. */
export const curlImport = (file: string): string =>
  `curl -X POST ${baseUrl()}/_sandbox/snapshots/import ${keyHeader()} \\\n  -H 'Content-Type: application/octet-stream' --data-binary @${file}`
