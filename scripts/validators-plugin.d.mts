import type { Plugin } from 'vitest/config'

export function validators(): Plugin
