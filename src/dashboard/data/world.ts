import { computed, signal } from '@preact/signals'
import { settings } from './settings.js'

export interface WorldName {
  tier: 'standard' | 'enterprise'
  name: string
}

const KEY = /^sk_sandbox_(standard|enterprise)_([a-z0-9][a-z0-9-]{0,62})$/
const STORAGE_NAME = 'mds-sandbox:world'

/** Undefined if the text is no key. */
export function parseKey(text: string): WorldName | undefined {
  const [, tier, name] = KEY.exec(text.trim()) ?? []
  return tier && name ? { tier: tier as WorldName['tier'], name } : undefined
}

export const keyOf = ({ tier, name }: WorldName): string => `sk_sandbox_${tier}_${name}`

/** The world of the last visit, or the demo world. */
export const rememberedWorld = (): WorldName =>
  parseKey(localStorage.getItem(STORAGE_NAME) ?? '') ?? (parseKey(settings.keys.standard) as WorldName)

/** The world that the page shows. The router sets it. */
export const currentWorld = signal<WorldName>(rememberedWorld())
export const worldId = computed(() => `${currentWorld.value.tier}/${currentWorld.value.name}`)
export const apiKey = computed(() => keyOf(currentWorld.value))

export function selectWorld(world: WorldName): void {
  const { tier, name } = currentWorld.peek()
  localStorage.setItem(STORAGE_NAME, keyOf(world))
  if (tier !== world.tier || name !== world.name) currentWorld.value = world
}
