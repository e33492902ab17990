import type { ComponentChildren } from 'preact'
import { hrefOf, parts } from '../data/router.js'
import { Link } from './link.js'

interface SubNavigationProps {
  label: string
  /** By the first part of the path after the screen, the title. The first one is the screen itself. */
  pages: Readonly<Record<string, string>>
  /** Filters that the links keep. */
  keptFilters?: Readonly<Record<string, string | undefined>>
  children?: ComponentChildren
}

/** Links between the parts of a screen. */
export function SubNavigation({ label, pages, keptFilters = {}, children }: SubNavigationProps) {
  const names = Object.keys(pages)
  const [part = ''] = parts.value
  const current = names.includes(part) ? part : names[0]
  return (
    <div class="sub-navigation">
      <nav aria-label={label}>
        <ul>
          {names.map((name, i) => (
            <li key={name}>
              <Link href={hrefOf({ parts: i === 0 ? [] : [name], filters: keptFilters })} current={name === current}>
                {pages[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}
