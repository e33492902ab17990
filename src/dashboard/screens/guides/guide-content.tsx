import { type ComponentChildren, createElement } from 'preact'
import { useEffect } from 'preact/hooks'
import { CodeBlock } from '../../components/code-block.js'
import { Link } from '../../components/link.js'
import { TableFrame } from '../../components/table-frame.js'
import { hrefOf, parts } from '../../data/router.js'
import { settings } from '../../data/settings.js'
import type { Guide } from './load-guides.js'

const idOf = (anchor: string) => `guide-${anchor}`

/** By tag in the guide, the element that shows it. Other elements are replaced by their content. */
const ELEMENTS: Record<string, string> = {
  H2: 'h3',
  H3: 'h4',
  H4: 'h5',
  P: 'p',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  CODE: 'code',
  STRONG: 'strong',
  EM: 'em',
  BLOCKQUOTE: 'blockquote',
  THEAD: 'thead',
  TBODY: 'tbody',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  HR: 'hr',
  BR: 'br',
}

/** A guide, built element by element from its page. The name of the section is the second part of the URL. */
export function GuideContent({ guide }: { guide: Guide }) {
  const [, section] = parts.value
  useEffect(() => {
    if (section !== undefined) document.getElementById(idOf(section))?.scrollIntoView()
  }, [guide, section])
  let examples = 0
  let tables = 0
  const render = (node: Node, key: number): ComponentChildren => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element) || node.tagName === 'H1') return null
    const children = () => [...node.childNodes].map(render)
    if (node.tagName === 'PRE')
      return (
        <CodeBlock key={key} text={(node.textContent ?? '').trimEnd()} label={`example ${++examples}`} wrap={false} />
      )
    if (node.tagName === 'A') return renderLink(guide.name, node.getAttribute('href') ?? '', children(), key)
    if (node.tagName === 'TABLE')
      return (
        <TableFrame key={key} label={`Table ${++tables}`}>
          <table class="table">{children()}</table>
        </TableFrame>
      )
    // An empty header cell is no header.
    const tag = node.tagName === 'TH' && node.textContent === '' ? 'td' : ELEMENTS[node.tagName]
    if (tag === undefined) return children()
    return createElement(tag, { key, ...(node.id && { id: idOf(node.id) }) }, children())
  }
  return <div class="guides-content">{[...guide.content.childNodes].map(render)}</div>
}

function renderLink(guide: string, href: string, children: ComponentChildren, key: number): ComponentChildren {
  const [, name, anchor] = /^([\w-]*)(?:#(.*))?$/.exec(href) ?? []
  if (name !== undefined)
    return (
      <Link key={key} href={hrefOf({ screen: 'guides', parts: [name || guide, ...(anchor ? [anchor] : [])] })}>
        {children}
      </Link>
    )
  const target = href.startsWith('../') ? `${settings.root}/${href.slice(3)}` : href
  if (!/^(?:https:\/\/|\/)/.test(target)) return children
  return (
    <a key={key} href={target} rel="noreferrer">
      {children}
    </a>
  )
}
