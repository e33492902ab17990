import type { Plugin } from 'vitest/config'

export function browser(): Plugin
