import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { ErrorBoundary } from '../components/error-boundary.js'
import { Link } from '../components/link.js'
import { onShortcut } from './shortcuts.js'

/** Rows that are rendered beyond the visible ones. */
const OVERSCAN = 8

interface VirtualListProps<T> {
  items: readonly T[]
  label: string
  /** All rows have the same height, in pixels. */
  rowHeight: number
  keyOf(item: T): string
  /** Every row is a link. */
  hrefOf(item: T): string
  renderRow(item: T): ComponentChildren
  /** Controls before the link of a row. Only those of one row may be reached with Tab. */
  renderControls?(item: T, isTabbable: boolean): ComponentChildren
  /** The key of the row that is open. */
  selected?: string | undefined
  /** Called when the last rows come into view. */
  onEnd?(): void
}

/**
 * A list that renders only what is visible. `j` and `k` move the focus, Enter opens the row, and a closed row gets the
 * focus back.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, label, rowHeight, keyOf, hrefOf, renderRow, renderControls, selected, onEnd } = props
  const container = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(600)
  const focusedKey = useSignal<string | undefined>(undefined)
  const latest = useRef(props)
  latest.current = props

  useLayoutEffect(() => {
    const element = container.current as HTMLDivElement
    const observer = new ResizeObserver(() => (height.value = element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function focusRow(index: number) {
    const element = container.current
    const item = latest.current.items[index]
    if (!element || item === undefined) return
    const [from, to] = [index * rowHeight, (index + 1) * rowHeight]
    if (from < element.scrollTop) element.scrollTop = from
    else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight
    top.value = element.scrollTop
    focusedKey.value = latest.current.keyOf(item)
    const findLink = () => element.querySelector<HTMLElement>(`[data-index="${index}"] a`)
    const link = findLink()
    if (link) link.focus()
    // A row that was out of view is rendered first.
    else requestAnimationFrame(() => findLink()?.focus())
  }

  const indexOf = (key: string | undefined) =>
    key === undefined ? -1 : latest.current.items.findIndex((item) => latest.current.keyOf(item) === key)

  useEffect(() => {
    const move = (step: number) => () => {
      const current = indexOf(focusedKey.peek() ?? latest.current.selected)
      const next = current < 0 ? 0 : current + step
      focusRow(Math.max(0, Math.min(latest.current.items.length - 1, next)))
    }
    const stops = [onShortcut('j', move(1)), onShortcut('k', move(-1))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  const previous = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (selected === undefined && previous.current !== undefined) focusRow(indexOf(previous.current))
    if (selected !== undefined) focusedKey.value = selected
    previous.current = selected
  }, [selected])

  const first = Math.max(0, Math.floor(top.value / rowHeight) - OVERSCAN)
  const last = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + OVERSCAN)
  const tabbable = focusedKey.value === undefined ? -1 : indexOf(focusedKey.value)

  function onScroll({ currentTarget }: { currentTarget: HTMLDivElement }) {
    top.value = currentTarget.scrollTop
    if (currentTarget.scrollTop + currentTarget.clientHeight > (items.length - OVERSCAN) * rowHeight) onEnd?.()
  }

  return (
    <div class="virtual-list" ref={container} onScroll={onScroll}>
      <ul aria-label={label} style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, i) => {
          const index = first + i
          const key = keyOf(item)
          const isTabbable = index === tabbable || (tabbable < first && i === 0) || (tabbable >= last && i === 0)
          return (
            <li
              key={key}
              data-index={index}
              class={key === selected ? 'selected' : undefined}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              onFocusIn={() => (focusedKey.value = key)}
            >
              {renderControls?.(item, isTabbable)}
              <Link href={hrefOf(item)} class="row" tabIndex={isTabbable ? 0 : -1} current={key === selected}>
                <ErrorBoundary what="This entry">
                  <Row item={item} render={renderRow} />
                </ErrorBoundary>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** A component of its own, so that the boundary around it catches what `render` throws. */
const Row = <T,>({ item, render }: { item: T; render: (item: T) => ComponentChildren }) => <>{render(item)}</>
