import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Marked } from 'marked'

const SUFFIX = '?html'
const PREFIX = '\0html:'

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character])

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** The path of a linked file on the sandbox's pages, or undefined if no page shows it. */
function toPagePath(href) {
  if (/^(?:https:|#)/.test(href)) return href
  if (href === '../openapi.yaml') return href
  if (href === '../control.openapi.yaml') return '../_sandbox/openapi.yaml'
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return name === undefined ? undefined : name + anchor
}

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${toAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const path = toPagePath(href)
      return path === undefined ? text : `<a href="${escapeHtml(path)}">${text}</a>`
    },
    image: ({ text }) => escapeHtml(text),
    html: ({ text }) => escapeHtml(text),
  },
})

/** Markdown as HTML. HTML in the Markdown is escaped, and images are replaced by their texts. */
export const renderMarkdown = (text) => marked.parse(text, { async: false })

/**
 * Imports a Markdown file as HTML, with `?html` after its name. It is rendered at build time, so the running sandbox needs
 * no renderer.
 */
export function markdown() {
  const paths = new Map()
  return {
    name: 'markdown',
    // Runs before Vite's resolver, which would keep the suffix in the id.
    enforce: 'pre',
    resolveId: {
      filter: { id: /\.md\?html$/ },
      async handler(source, importer) {
        const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer, { skipSelf: true })
        if (!resolved) throw new Error(`Cannot resolve ${source}`)
        const id = PREFIX + basename(resolved.id, '.md')
        paths.set(id, resolved.id)
        return id
      },
    },
    load: {
      filter: { id: /^\0html:/ },
      async handler(id) {
        const html = renderMarkdown(await readFile(paths.get(id), 'utf8'))
        return { code: `export default ${JSON.stringify(html)}`, moduleType: 'js', map: null }
      },
    },
  }
}
