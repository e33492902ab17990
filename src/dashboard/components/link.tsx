import type { ComponentChildren } from 'preact'
import { navigate } from '../data/router.js'

interface LinkProps {
  href: string
  children: ComponentChildren
  class?: string
  current?: boolean
  tabIndex?: number
}

/** A link within the application. It opens in a new tab like any other link. */
export function Link({ href, children, class: className, current, tabIndex }: LinkProps) {
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    navigate(href)
  }
  return (
    <a href={href} class={className} aria-current={current ? 'page' : undefined} tabIndex={tabIndex} onClick={open}>
      {children}
    </a>
  )
}
