// The packages of others that the bundle contains, and their licences.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = new URL('..', import.meta.url).pathname

/** Licences that allow redistribution in a package under MIT. */
const ALLOWED_LICENSES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]

/** Whether an SPDX expression is allowed: one alternative of OR, with all parts of AND. */
export const isAllowedLicense = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((license) => ALLOWED_LICENSES.includes(license.trim())))

/** For packages that name their licence in package.json and ship no text of it. */
const STANDARD_TEXTS = {
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
}

const nameOf = (author) => (typeof author === 'string' ? author : author?.name)

const PACKAGE_FOLDER = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/s

/**
 * All files in the output of a bundle. A plugin that turns files into a module with an id of its own, or bundles them
 * itself, says which files these are with `api.filesOf(id)`.
 */
async function listBundledFiles(config) {
  const bundle = await rolldown({ ...config, checks: { pluginTimings: false } })
  try {
    const { output } = await bundle.generate(config.output)
    const ids = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds))
    return [...ids].flatMap((id) => [id, ...config.plugins.flatMap((plugin) => plugin.api?.filesOf?.(id) ?? [])])
  } finally {
    await bundle.close()
  }
}

/** The packages that `files` belong to, ordered by name and version. */
export function packagesOf(files) {
  const folders = new Map()
  for (const file of files) {
    const [folder] = PACKAGE_FOLDER.exec(file) ?? []
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), basename(file)])
  }
  const packages = [...folders].map(([folder, names]) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const texts = readdirSync(folder)
      .filter(
        (file) =>
          /^(?:licen[sc]e|copying|notice)(?:[.-]|$)/i.test(file) ||
          names.some((bundled) => file === `${bundled}.LICENSE.txt`),
      )
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    const standardText = STANDARD_TEXTS[license]
    if (texts.length === 0 && standardText && author) texts.push(`Copyright (c) ${nameOf(author)}\n\n${standardText}`)
    return { name, version, license: typeof license === 'string' ? license : (license?.type ?? 'unknown'), texts }
  })
  const order = ({ name, version }) => `${name} ${version}`
  // The same version can be installed in several folders.
  return [...new Map(packages.map((item) => [order(item), item])).values()].sort((a, b) =>
    order(a) < order(b) ? -1 : 1,
  )
}

/** The packages that the source imports at run time. All of them must be in the bundle. */
function listImportedPackages() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.d)\.[jt]sx?$/.test(file),
  )
  const names = sources.flatMap((file) => {
    // Without template literals, which may contain code to copy.
    const text = readFileSync(join(ROOT, 'src', file), 'utf8').replaceAll(/`(?:[^`\\]|\\.)*`/gs, '``')
    const imports = text.matchAll(
      /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^'.][^']*)'|import\('([^'.][^']*)'\)/gm,
    )
    return [...imports].map(([, fixed, lazy]) => fixed ?? lazy)
  })
  return [...new Set(names.filter((name) => !name.startsWith('node:')))].map((name) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  )
}

/** Throws if a package is missing, has no licence text, or has a licence that is not allowed. */
export async function listBundledPackages() {
  const { default: config } = await import('../rolldown.config.mjs')
  const files = await Promise.all([config].flat().map(listBundledFiles))
  const packages = packagesOf(files.flat())
  const missing = listImportedPackages().filter((name) => !packages.some((item) => item.name === name))
  if (missing.length > 0)
    throw new Error(
      `src imports ${missing.join(', ')}, but the list of bundled modules does not contain it. A plugin that bundles it must have api.filesOf(id).`,
    )
  return packages
}

/** What is wrong with the licences of the packages. */
export const licenseIssues = (packages) =>
  packages.flatMap(({ name, version, license, texts }) => [
    ...(isAllowedLicense(license) ? [] : [`${name} ${version} has the licence ${license}, which is not on the list.`]),
    ...(texts.length > 0 ? [] : [`${name} ${version} has no licence text.`]),
  ])

/** A heading of the generated file. */
const HEADING = /^## (\S+) (\S+) \((.+)\)$/gm

export const formatLicenses = (packages) =>
  `${[
    'mds-sandbox contains code of the following packages. Made by scripts/generate-licenses.mjs; do not edit.',
    ...packages.map(
      ({ name, version, license, texts }) => `## ${name} ${version} (${license})\n\n${texts.join('\n\n')}`,
    ),
  ].join('\n\n\n')}\n`

export const parseHeadings = (text) =>
  [...text.matchAll(HEADING)].map(([, name, version, license]) => ({ name, version, license }))
