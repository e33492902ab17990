import type { IncomingMessage } from 'node:http'
import type { Incoming } from '../pipeline/exchange.js'

/** Carries the path below which an application mounts the sandbox. A reverse proxy may set it too. */
export const MOUNT_PATH_HEADER = 'x-forwarded-prefix'

const HOST = /^[\w.:[\]-]+$/
const MOUNT_PATH = /^(?:\/[\w.~-]+)+$/

/** The URL by which the client reached the sandbox, or undefined if its headers do not name one. */
export function publicUrlOf({ host, [MOUNT_PATH_HEADER]: prefix }: Incoming['headers']): string | undefined {
  if (typeof host !== 'string' || !HOST.test(host)) return undefined
  return `http://${host}${mountPrefixOf({ [MOUNT_PATH_HEADER]: prefix })}`
}

/** The path below which the client reaches the sandbox; empty at the root. */
export const mountPrefixOf = ({ [MOUNT_PATH_HEADER]: prefix }: Incoming['headers']): string =>
  typeof prefix === 'string' && MOUNT_PATH.test(prefix) ? prefix : ''

/** The path below which Express or Connect mounted the listener: the part of the URL that they removed. */
export function mountPathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const { url = '/', originalUrl } = request
  if (originalUrl === undefined || originalUrl === url) return ''
  if (originalUrl.endsWith(url)) return originalUrl.slice(0, -url.length)
  // For /mds itself the URL is / or /?query.
  return originalUrl.replace(/[?#].*$/s, '')
}
