import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../../../scripts/markdown-plugin.mjs'
import { GUIDES } from '../../../src/http/pages/page-paths.js'
import { startSandbox } from '../../support/test-sandbox.js'

const { sandbox } = await startSandbox()
const get = async (path: string) => {
  const response = await fetch(new URL(path, sandbox.url))
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

describe.each(GUIDES)('the guide %s', (guide) => {
  const path = `/docs/${guide}`

  test('is served as HTML with tables, code and headings', async () => {
    const { status, type, text } = await get(path)
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text.match(/<h1 id=/g)).toHaveLength(1)
    expect(text).toMatch(/<title>[^<]+ · mds-sandbox<\/title>/)
    expect(text).not.toMatch(/^(```|#|\|)/m)
    expect(text.match(/<script/g)).toHaveLength(1)
    if (!sandbox.url.endsWith(':4010')) expect(text).not.toContain('http://127.0.0.1:4010')
  })

  test('is also served as Markdown', async () => {
    const { status, type, text } = await get(`${path}.md`)
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# /)
  })

  test('links only to existing pages and headings', async () => {
    const { text } = await get(path)
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (link.startsWith('https:')) continue
      const [target = '', anchor] = link.split('#')
      const linked = target === '' ? { status: 200, text } : await get(new URL(target, sandbox.url + path).pathname)
      expect([link, linked.status]).toEqual([link, 200])
      if (anchor !== undefined) expect([link, linked.text.includes(`id="${anchor}"`)]).toEqual([link, true])
    }
  })
})

test('the home page links to every guide', async () => {
  const { text } = await get('/')
  expect(GUIDES.filter((guide) => !text.includes(`href="docs/${guide}"`))).toEqual([])
})

test('the favicon is an SVG', async () => {
  expect(await get('/docs/favicon.svg')).toMatchObject({
    status: 200,
    type: expect.stringMatching(/^image\/svg\+xml/),
    text: expect.stringMatching(/^<svg /),
  })
})

describe('rendered Markdown', () => {
  test('escapes HTML', () => {
    expect(renderMarkdown('a <script>alert(1)</script>')).toBe('<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>\n')
    expect(renderMarkdown('<div onclick="x">')).toBe('&lt;div onclick=&quot;x&quot;&gt;')
    expect(renderMarkdown('```sh\ncurl "<x>"\n```')).toContain('curl &quot;&lt;x&gt;&quot;')
  })

  test.each([
    ['[x](money.md#plays)', '<a href="money#plays">x</a>'],
    ['[x](#here)', '<a href="#here">x</a>'],
    ['[x](https://example.com/)', '<a href="https://example.com/">x</a>'],
    ['[x](../openapi.yaml)', '<a href="../openapi.yaml">x</a>'],
    ['[x](../control.openapi.yaml)', '<a href="../_sandbox/openapi.yaml">x</a>'],
    ['[x](../examples/README.md)', 'x'],
    ['[x](javascript:alert(1))', 'x'],
    ['![x](https://example.com/x.png)', 'x'],
  ])('%s becomes %s', (markdown, html) => {
    expect(renderMarkdown(markdown)).toBe(`<p>${html}</p>\n`)
  })
})
