import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** `open` allows loopback and private addresses, which a CI network needs. `strict` allows public addresses only. */
export const EGRESS_MODES = ['open', 'strict'] as const
export type EgressMode = (typeof EGRESS_MODES)[number]

type Range = readonly [address: string, prefix: number]

type Family = 'ipv4' | 'ipv6'

/** Builds the block list on first use, to keep start-up fast. */
function createRangeMatcher(ranges: readonly Range[]): (address: string, family: Family) => boolean {
  let list: BlockList | undefined
  return (asked, family) => {
    if (!list) {
      list = new BlockList()
      for (const [address, prefix] of ranges) list.addSubnet(address, prefix, address.includes(':') ? 'ipv6' : 'ipv4')
    }
    return list.check(asked, family)
  }
}

/**
 * Link-local, cloud metadata, multicast and broadcast addresses, and the local NAT64 prefix (RFC 8215), in which each
 * network decides where the IPv4 address is.
 */
const isAlwaysBlocked = createRangeMatcher([
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  ['64:ff9b:1::', 48],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['fd20:ce::254', 128],
  ['ff00::', 8],
])

/** Blocked in `strict` mode, for a sandbox that several parties share. */
const isPrivate = createRangeMatcher([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['240.0.0.0', 4],
  ['::', 128],
  ['::1', 128],
  ['100::', 64],
  ['2001:2::', 48],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
])

function parseIpv6Groups(address: string): number[] {
  const plain = (address.split('%')[0] as string).replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${((a << 8) | +b).toString(16)}:${((c << 8) | +d).toString(16)}`,
  )
  const [head = '', tail] = plain.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const before = read(head)
  if (tail === undefined) return before
  const after = read(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const dotted = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`

/** IPv4 addresses inside an IPv6 address: mapped, compatible, NAT64, 6to4, Teredo, ISATAP. */
function embeddedIpv4Addresses(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parseIpv6Groups(address)
  const found: string[] = []
  const startsEmpty = a === 0 && b === 0 && c === 0 && d === 0
  if (startsEmpty && ((e === 0 && (f === 0xffff || f === 0)) || (e === 0xffff && f === 0))) found.push(dotted(g, h))
  if (a === 0x64 && b === 0xff9b) found.push(dotted(g, h))
  if (a === 0x2002) found.push(dotted(b, c))
  if (a === 0x2001 && b === 0) found.push(dotted(c, d), dotted(g ^ 0xffff, h ^ 0xffff))
  if ((e & 0xfdff) === 0 && f === 0x5efe) found.push(dotted(g, h))
  return found
}

/** Why an address is blocked; undefined when it is allowed. */
export function findAddressIssue(address: string, egress: EgressMode): string | undefined {
  const [plain] = address.split('%') as [string]
  const isIpv6 = isIP(plain) === 6
  // `::` and `::1` match the pattern of IPv4-compatible addresses but are not such addresses.
  const isUnspecifiedOrLoopback =
    isIpv6 && parseIpv6Groups(plain).every((group, i) => group === 0 || (i === 7 && group === 1))
  for (const form of isIpv6 && !isUnspecifiedOrLoopback ? [plain, ...embeddedIpv4Addresses(plain)] : [plain]) {
    const family = isIP(form) === 6 ? 'ipv6' : 'ipv4'
    if (isAlwaysBlocked(form, family))
      return `must not lead to ${address}: link-local, cloud metadata, multicast and local NAT64 addresses are blocked`
    if (egress === 'strict' && isPrivate(form, family))
      return `must not lead to ${address}: this sandbox sends to public addresses only (--egress strict)`
  }
  return undefined
}

const hasControls = (text: string) => [...text].some((character) => character <= ' ' || character === '\x7f')

/** Why a URL is refused, without a DNS lookup; undefined when it is allowed. */
export function findUrlIssue(text: string, egress: EgressMode): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/webhooks'
  if (hasControls(text)) return 'must not contain spaces or control characters'
  const { protocol, username, password, hostname, port } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'must begin with http:// or https://'
  if (username !== '' || password !== '' || /^\w+:\/\/[^/?#]*@/.test(text))
    return 'must not contain a user name or password'
  if (port === '0') return 'must not name port 0'
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? findAddressIssue(address, egress) : undefined
}

/** Returns all addresses of a name. Injected, so that a test can play a hostile DNS server. */
export type ResolveHostname = (
  hostname: string,
  found: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export const resolveWithSystemDns: ResolveHostname = (hostname, found) =>
  resolveName(hostname, { all: true }, (error, addresses) => found(error, addresses ?? []))

/** Fails a connection to a blocked address. */
export class BlockedAddressError extends Error {}

/**
 * A socket `lookup` that returns only allowed addresses. The socket connects to exactly these addresses, so DNS
 * rebinding between check and connection is not possible.
 */
export const createGuardedLookup =
  (egress: EgressMode, resolve: ResolveHostname): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, (error, addresses) => {
      const allowed = addresses.filter(({ address }) => findAddressIssue(address, egress) === undefined)
      const [first] = allowed
      const issue = findAddressIssue(addresses[0]?.address ?? '', egress)
      if (error || !first) done(error ?? new BlockedAddressError(issue ?? `has no address`), [])
      else if (options.all) done(null, allowed)
      else done(null, first.address, first.family)
    })
