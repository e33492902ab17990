const NAMESPACE_PREFIX = 'http://ddex.net/xml/ern/'

/** From old to new. The namespace of a version ends in its digits. */
export const VERSIONS = ['4.1', '4.1.1', '4.2', '4.3', '4.3.1', '4.3.2'] as const
export type Version = (typeof VERSIONS)[number]

export const MESSAGE_TYPES = ['NewReleaseMessage', 'PurgeReleaseMessage'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

const digitsOf = (version: Version): string => version.replaceAll('.', '')

export const namespaceOf = (version: Version): string => `${NAMESPACE_PREFIX}${digitsOf(version)}`

export const versionOf = (namespace: string): Version | undefined =>
  VERSIONS.find((version) => namespaceOf(version) === namespace)

export const isAtLeast = (version: Version, least: Version): boolean =>
  VERSIONS.indexOf(version) >= VERSIONS.indexOf(least)

/** Why the root is not a message that the reader knows; undefined if it is one. */
export function rootProblem({ localName, namespace }: { localName: string; namespace: string }): string | undefined {
  if (versionOf(namespace) === undefined)
    return `the root is in ${namespace === '' ? 'no namespace' : `the namespace ${JSON.stringify(namespace)}`}. Accepted are ${NAMESPACE_PREFIX} followed by ${VERSIONS.map(digitsOf).join(', ')}`
  return MESSAGE_TYPES.includes(localName as MessageType)
    ? undefined
    : `the root is ${localName}. Accepted are ${MESSAGE_TYPES.join(' and ')}`
}
