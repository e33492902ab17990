import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface Tab {
  name: string
  title: string
  content: () => ComponentChildren
}

/** Tabs that are operated with the arrow keys. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const selected = useSignal(tabs[0]?.name)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find(({ name }) => name === selected.value) ?? tabs[0]
  if (!current) return null

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = (tabs.indexOf(current as Tab) + step + tabs.length) % tabs.length
    selected.value = tabs[next]?.name
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => (selected.value = tab.name)}
            onKeyDown={move}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current.name}`}>
        {current.content()}
      </div>
    </div>
  )
}
