import { Link } from '../../components/link.js'
import { hrefOf, parts } from '../../data/router.js'
import type { Screen } from '../screen.js'
import { Assets } from './assets.js'
import { Releases } from './releases.js'
import { Tracks } from './tracks.js'

const KINDS = {
  releases: { title: 'Releases', component: Releases },
  tracks: { title: 'Tracks', component: Tracks },
  assets: { title: 'Assets', component: Assets },
}
type Kind = keyof typeof KINDS

const isKind = (text: string | undefined): text is Kind => text !== undefined && text in KINDS

/** Releases, tracks and assets: `catalogue/KIND/ID`. */
function Catalogue() {
  const [first, selected] = parts.value
  const kind = isKind(first) ? first : 'releases'
  const List = KINDS[kind].component
  return (
    <div class="catalogue">
      <nav class="catalogue-kinds" aria-label="Catalogue">
        {Object.entries(KINDS).map(([name, { title }]) => (
          <Link key={name} href={hrefOf({ parts: [name] })} current={name === kind}>
            {title}
          </Link>
        ))}
      </nav>
      <List key={kind} selected={selected} />
    </div>
  )
}

export const catalogueScreen: Screen = { name: 'catalogue', title: 'Catalogue', component: Catalogue }
