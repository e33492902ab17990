import { effect, signal } from '@preact/signals'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_NAME = 'mds-sandbox:theme'
const stored = localStorage.getItem(STORAGE_NAME)

export const theme = signal<Theme>(THEMES.find((name) => name === stored) ?? 'system')

effect(() => {
  document.documentElement.dataset.theme = theme.value
  localStorage.setItem(STORAGE_NAME, theme.value)
})
