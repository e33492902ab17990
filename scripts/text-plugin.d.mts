import type { Plugin } from 'vitest/config'

export function text(): Plugin
