import { Link } from '../../components/link.js'
import { hrefOf } from '../../data/router.js'

const KINDS = { rel: 'releases', trk: 'tracks', ast: 'assets' } as const

/** A link to a release, a track or an asset, by its id. */
export function CatalogueLink({ id }: { id: string }) {
  const kind = KINDS[id.slice(0, 3) as keyof typeof KINDS]
  if (!kind) return <code>{id}</code>
  return (
    <Link href={hrefOf({ screen: 'catalogue', parts: [kind, id] })}>
      <code>{id}</code>
    </Link>
  )
}
