import type { Plugin } from 'vitest/config'

export function markdown(): Plugin
export function renderMarkdown(text: string): string
