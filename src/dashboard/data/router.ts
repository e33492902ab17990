import { computed, signal } from '@preact/signals'
import { BASE } from './settings.js'
import { currentWorld, rememberedWorld, selectWorld, type WorldName } from './world.js'

/** The place that the URL names: `/w/TIER/WORLD/SCREEN/PART/PART?filter=value`. The key is never part of it. */
interface Location {
  world: WorldName
  screen: string
  parts: readonly string[]
  filters: Readonly<Record<string, string>>
}

const DEFAULT_SCREEN = 'activity'
const PATH = /^\/w\/(standard|enterprise)\/([a-z0-9][a-z0-9-]{0,62})(?:\/(.*))?$/

function parse({ pathname, search }: { pathname: string; search: string }): Location {
  const [, tier, name, rest = ''] = PATH.exec(pathname.slice(BASE.length)) ?? []
  const [screen, ...parts] = rest.split('/').filter(Boolean).map(decodePart)
  return {
    world: tier && name ? { tier: tier as WorldName['tier'], name } : rememberedWorld(),
    screen: screen ?? DEFAULT_SCREEN,
    parts,
    filters: Object.fromEntries(new URLSearchParams(search)),
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const location = signal(parse(window.location))
selectWorld(location.peek().world)

export const screenName = computed(() => location.value.screen)
/** The parts of the path after the screen, such as the id of the item that is open. */
export const parts = computed(() => location.value.parts)
export const filters = computed(() => location.value.filters)

export interface Target {
  world?: WorldName
  screen?: string
  parts?: readonly string[]
  /** Filters with an empty value are left out. */
  filters?: Readonly<Record<string, string | undefined>>
}

/** The URL of a target. Screen and world default to the current ones; parts and filters to none. */
export function hrefOf({ world = currentWorld.value, screen = screenName.value, parts = [], filters = {} }: Target) {
  const path = [screen, ...parts].map(encodeURIComponent).join('/')
  const given = Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return `${BASE}/w/${world.tier}/${world.name}/${path}${query}`
}

/** Shows the place that the URL names. `replace` keeps the number of steps that Back goes. */
export function navigate(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  follow()
}

function follow() {
  location.value = parse(window.location)
  selectWorld(location.peek().world)
}
window.addEventListener('popstate', follow)

/** Changes one filter and keeps the others. */
export function setFilter(name: string, value: string | undefined): void {
  navigate(hrefOf({ parts: parts.peek(), filters: { ...filters.peek(), [name]: value } }), { replace: true })
}
