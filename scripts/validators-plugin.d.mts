import type { Plugin } from 'vitest/config'

export function looks(): Plugin
