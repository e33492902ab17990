import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DIST = join(import.meta.dirname, '../../../dist')
const read = (file: string) => readFileSync(join(DIST, file), 'utf8')
const chunks = readdirSync(join(DIST, 'chunks')).map((name) => `chunks/${name}`)

/** The files that Node loads together with this one: its static imports, and theirs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name] of read(file).matchAll(/^import\s[^;]*?["']\.{1,2}\/(?:chunks\/)?([\w.-]+\.js)["']/gm))
    loadedWith(`chunks/${name}`, seen)
  return seen
}

test('the package loads the dashboard only when a browser asks for it', () => {
  const dashboard = chunks.filter((chunk) => chunk.includes('src-dashboard-main'))
  expect(dashboard).toHaveLength(1)
  const others = chunks.filter((chunk) => chunk !== dashboard[0]).concat('cli.js', 'index.js')
  expect(others.filter((file) => loadedWith(file).has(dashboard[0] as string))).toEqual([])
})

test('the package loads Express only with the pages', () => {
  const express = chunks.filter((chunk) => read(chunk).includes('X-Powered-By'))
  expect(express).toHaveLength(1)
  const eager = chunks.filter((chunk) => !/pages-app|rerun/.test(chunk)).concat('cli.js', 'index.js')
  expect(eager.filter((file) => loadedWith(file).has(express[0] as string))).toEqual([])
  expect(loadedWith(chunks.find((chunk) => chunk.includes('pages-app')) as string)).toContain(express[0])
})
