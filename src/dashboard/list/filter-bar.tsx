import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { filters, setFilter } from '../data/router.js'
import { onShortcut } from './shortcuts.js'

/** A row of filters above a list. Filters are part of the URL. */
export const FilterBar = ({ children, label }: { children: ComponentChildren; label: string }) => (
  <search class="filter-bar" aria-label={label}>
    {children}
  </search>
)

/** A text filter. The key `/` moves the focus to it. */
export function TextFilter({ name, label, placeholder }: { name: string; label: string; placeholder?: string }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => onShortcut('/', () => input.current?.focus()), [])
  return (
    <input
      ref={input}
      type="search"
      class="input"
      aria-label={label}
      placeholder={placeholder}
      value={filters.value[name] ?? ''}
      onInput={({ currentTarget }) => setFilter(name, currentTarget.value)}
    />
  )
}

interface SelectFilterProps {
  name: string
  label: string
  /** By value, the text. The empty value stands for no filter. */
  options: Readonly<Record<string, string>>
}

export function SelectFilter({ name, label, options }: SelectFilterProps) {
  const value = filters.value[name] ?? ''
  return (
    <label class="select-filter">
      <span>{label}</span>
      <select class="input" value={value} onChange={({ currentTarget }) => setFilter(name, currentTarget.value)}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
