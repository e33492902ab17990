import { settings } from '../../data/settings.js'

export type ReceiverMode = 'accept' | 'fail'

/**
 * The URL of the built-in receiver. The sandbox itself connects to it, so localhost is replaced by the address at which it
 * listens.
 */
export function receiverUrl(mode: ReceiverMode): string {
  const url = new URL(window.location.origin)
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return `${url.origin}${settings.root}/_sandbox/receiver/${mode}`
}

/** The mode of the built-in receiver, or undefined for any other URL. */
export const receiverModeOf = (url: string): ReceiverMode | undefined =>
  /\/_sandbox\/receiver\/(accept|fail)$/.exec(url)?.[1] as ReceiverMode | undefined
