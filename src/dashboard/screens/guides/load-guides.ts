import { settings } from '../../data/settings.js'

export interface GuideSection {
  guide: string
  /** The anchor of the heading; undefined for the beginning of the guide. */
  anchor: string | undefined
  title: string
  text: string
}

export interface Guide {
  name: string
  title: string
  content: Element
  sections: readonly GuideSection[]
}

/**
 * A page of the sandbox as a document. XMLHttpRequest parses it without scripts and without a string that becomes HTML,
 * which the Content-Security-Policy of the dashboard forbids.
 */
const loadDocument = (path: string) =>
  new Promise<Document>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', settings.root + path)
    request.responseType = 'document'
    request.onload = () =>
      request.status === 200 && request.responseXML
        ? resolve(request.responseXML)
        : reject(new Error(`${path} was answered with ${request.status}.`))
    request.onerror = () => reject(new Error('The sandbox does not answer. Is it still running?'))
    request.send()
  })

export interface GuideLink {
  name: string
  description: string
}

/** The guides in the order of the home page. */
export async function loadGuideLinks(): Promise<GuideLink[]> {
  const home = await loadDocument('/docs/home')
  return [...home.querySelectorAll('li')].flatMap((item) => {
    const href = item.querySelector('a')?.getAttribute('href') ?? ''
    const name = /^(?:\.\.\/)?docs\/([\w-]+)$/.exec(href)?.[1]
    return name === undefined ? [] : [{ name, description: (item.textContent ?? '').replace(/^[\w-]+: /, '').trim() }]
  })
}

const guides = new Map<string, Promise<Guide>>()

export function loadGuide(name: string): Promise<Guide> {
  let guide = guides.get(name)
  if (!guide) {
    guide = readGuide(name)
    guides.set(name, guide)
    guide.catch(() => guides.delete(name))
  }
  return guide
}

async function readGuide(name: string): Promise<Guide> {
  const content = (await loadDocument(`/docs/${encodeURIComponent(name)}`)).querySelector('main')
  if (!content) throw new Error(`There is no guide called ${name}.`)
  const title = content.querySelector('h1')?.textContent ?? name
  const sections: GuideSection[] = [{ guide: name, anchor: undefined, title, text: '' }]
  for (const element of content.children) {
    const text = element.textContent ?? ''
    if (/^H[23]$/.test(element.tagName)) sections.push({ guide: name, anchor: element.id, title: text, text: '' })
    else if (element.tagName !== 'H1') (sections.at(-1) as GuideSection).text += `${text}\n`
  }
  return { name, title, content, sections }
}

export interface SearchResult extends GuideSection {
  snippet: string
}

/** The sections that contain all words, those with a word in the title first. */
export function searchSections(sections: readonly GuideSection[], query: string): SearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = sections.flatMap((section) => {
    const [title, text] = [section.title.toLowerCase(), section.text.toLowerCase()]
    if (!words.every((word) => title.includes(word) || text.includes(word))) return []
    const position = Math.max(0, text.indexOf(words.find((word) => text.includes(word)) ?? ''))
    const start = Math.max(0, position - 40)
    const found = section.text.slice(start, start + 160).replaceAll(/\s+/g, ' ')
    const snippet = start === 0 ? found : `…${found.replace(/^\S*/, '')}`
    return [{ ...section, snippet, rank: words.filter((word) => title.includes(word)).length }]
  })
  return matches.sort((a, b) => b.rank - a.rank)
}
