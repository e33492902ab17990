import type { Plugin } from 'vitest/config'

export function yaml(): Plugin
