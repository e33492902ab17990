/** The elements of the JUnit schema of Jenkins (junit-10) that reports use, with their attributes and children in order. */
const ELEMENTS: Record<string, { required: string[]; optional: string[]; children: string[] }> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['skipped', 'time', 'timestamp', 'hostname', 'id', 'package'],
    children: ['properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['classname', 'time'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  skipped: { required: [], optional: ['message'], children: [] },
  failure: { required: [], optional: ['message', 'type'], children: [] },
  'system-out': { required: [], optional: [], children: [] },
}
const HAS_TEXT = ['failure', 'skipped', 'system-out']

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/** Parses a document without comments, CDATA and processing instructions. Throws if it is not well-formed. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const stack = [root]
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  for (const [token, tag, closing, name = '', attributes = '', selfClosing] of body.matchAll(
    /(<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>)|[^<]+|</g,
  )) {
    const current = stack.at(-1) as XmlElement
    if (tag === undefined) {
      if (token === '<' || /&(?!amp;|lt;|gt;|quot;|#\d+;)/.test(token)) throw new Error(`not well-formed at ${token}`)
      current.text += token.trim()
    } else if (closing === '/') {
      if (stack.pop()?.name !== name) throw new Error(`unexpected </${name}>`)
    } else {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      current.children.push(element)
      if (selfClosing === '') stack.push(element)
    }
  }
  if (stack.length !== 1 || root.children.length !== 1) throw new Error('not one closed root element')
  return root.children[0] as XmlElement
}

/** What violates the schema. */
export function findJunitIssues(element: XmlElement): string[] {
  const schema = ELEMENTS[element.name]
  if (!schema) return [`${element.name} is not an element of the schema`]
  const names = Object.keys(element.attributes)
  const places = element.children.map(({ name }) => schema.children.indexOf(name))
  return [
    ...schema.required.filter((name) => !names.includes(name)).map((name) => `${element.name} needs ${name}`),
    ...names
      .filter((name) => ![...schema.required, ...schema.optional].includes(name))
      .map((name) => `${element.name} has no attribute ${name}`),
    ...(places.some((place, i) => place < 0 || place < (places[i - 1] ?? 0))
      ? [`${element.name} has children in the wrong order: ${element.children.map(({ name }) => name)}`]
      : []),
    ...(element.text !== '' && !HAS_TEXT.includes(element.name) ? [`${element.name} has text`] : []),
    ...element.children.flatMap(findJunitIssues),
  ]
}
