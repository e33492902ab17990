import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryDirectory } from '../support/temporary-directory.js'

function createProject(changelog: string) {
  const root = createTemporaryDirectory()
  mkdirSync(join(root, 'scripts'))
  cpSync(join(import.meta.dirname, '../../scripts/release-changelog.mjs'), join(root, 'scripts/release-changelog.mjs'))
  writeFileSync(join(root, 'package.json'), '{ "version": "2.0.0" }')
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('node', ['scripts/release-changelog.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  return { run, read: () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8') }
}

test('a release gets the Unreleased section of the changelog, which becomes its notes', () => {
  const { run, read } = createProject('# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 1.0.0\n\n- First.\n')
  expect(run('--notes')).toEqual({
    status: 1,
    output: 'CHANGELOG.md has no section for 2.0.0. Run npm version, which writes it.\n',
  })
  expect(run().status).toBe(0)
  expect(read()).toMatch(/^# Changelog\n\n## Unreleased\n\n## 2\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n- A thing\./)
  expect(run('--notes')).toEqual({ status: 0, output: '### Added\n- A thing.\n' })
  expect(run()).toMatchObject({ status: 1, output: expect.stringContaining('nothing under "## Unreleased"') })
})
