import { useEffect, useRef } from 'preact/hooks'
import { Link } from '../components/link.js'
import { hrefOf, screenName } from '../data/router.js'
import { settings } from '../data/settings.js'
import { SCREENS } from '../screens/screens.js'
import { THEMES, type Theme, theme } from './theme.js'
import { WorldSwitcher } from './world-switcher.js'

const THEME_TITLES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Pages of the sandbox that are not part of the application. */
const DOCUMENTS = [
  ['API reference', '/docs'],
  ['Control plane', '/_sandbox/docs'],
] as const

export function Navigation({ onHelp }: { onHelp: () => void }) {
  const screens = useRef<HTMLElement>(null)
  // On narrow screens the links are in one row, which scrolls.
  useEffect(
    () => screens.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [screenName.value],
  )
  return (
    <header class="sidebar">
      <div class="brand">mds-sandbox</div>
      <WorldSwitcher />
      <nav aria-label="Screens" ref={screens}>
        <ul>
          {SCREENS.map(({ name, title }) => (
            <li key={name}>
              <Link href={hrefOf({ screen: name })} current={name === screenName.value}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label="Documents" class="documents">
        <ul>
          {DOCUMENTS.map(([title, path]) => (
            <li key={path}>
              <a href={settings.root + path}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sidebar-footer">
        <label class="select-filter">
          <span>Theme</span>
          <select
            class="input"
            value={theme.value}
            onChange={({ currentTarget }) => (theme.value = currentTarget.value as Theme)}
          >
            {THEMES.map((name) => (
              <option key={name} value={name} selected={name === theme.value}>
                {THEME_TITLES[name]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button button-quiet" onClick={onHelp}>
          Keys <kbd>?</kbd>
        </button>
        <span class="muted">{settings.version}</span>
      </div>
    </header>
  )
}
