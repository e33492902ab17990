// Packs the package, installs it in an empty folder and uses it there.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const MAX_BYTES = 3_000_000
/** What the dashboard's script may have when compressed. Above the first figure the check warns, above the second it fails. */
const DASHBOARD_BYTES = { budget: 60_000, max: 80_000 }
const folder = mkdtempSync(join(tmpdir(), 'mds-package-'))
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: 'utf8' })
const check = (description, passed) => {
  if (!passed) throw new Error(`check-package: ${description}`)
  console.log(`ok  ${description}`)
}

try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], new URL('..', import.meta.url).pathname)
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '')
  const { size } = statSync(tarball)
  check(`the tarball has ${size} bytes, at most ${MAX_BYTES}`, size <= MAX_BYTES)

  writeFileSync(join(folder, 'package.json'), '{"name":"consumer","type":"module"}')
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', tarball])
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  check(`it installs as one package: ${installed}`, installed.join() === 'mds-sandbox')
  const root = join(folder, 'node_modules/mds-sandbox')
  const { dependencies, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  check('it has no dependencies', dependencies === undefined)
  check('it has no install scripts', !['preinstall', 'install', 'postinstall'].some((name) => name in scripts))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  check('it has no native code', !files.some((file) => file.endsWith('.node')))
  for (const file of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'openapi.yaml',
    'clients/postman_collection.json',
    'THIRD-PARTY-LICENSES',
    'types/index.d.ts',
    'report.schema.json',
    'types/index.d.ts',
    'types/matchers.d.ts',
    'types/testing.d.ts',
  ])
    check(`it has ${file}`, files.includes(file))
  const documents = files.filter((file) => file.endsWith('.md'))
  const brokenLinks = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .filter(([, target]) => !existsSync(join(root, dirname(file), target)))
      .map(([, target]) => `${file} → ${target}`),
  )
  check(
    `every relative link of its ${documents.length} documents resolves${brokenLinks.length ? `, except ${brokenLinks.join(', ')}` : ''}`,
    brokenLinks.length === 0,
  )

  check('its binary runs', /^\d+\.\d+\.\d+\n$/.test(run('npx', ['--no-install', 'mds-sandbox', '--version'])))
  const args = [join(root, 'dist/cli.js'), '--port', '0', '--json', '--log', 'silent']
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = await once(server.stdout, 'data')
    const { url, keys } = JSON.parse(String(line))
    const response = await fetch(`${url}/v1/releases`, { headers: { 'X-API-Key': keys.standard } })
    check('it serves', response.status === 200)
    const clock = await fetch(`${url}/_sandbox/clock`, { headers: { 'X-API-Key': keys.standard } })
    check('its control plane serves', clock.status === 200)
  } finally {
    server.kill()
  }
  const script = `import { createSandbox } from 'mds-sandbox'; const s = await createSandbox(); console.log((await fetch(s.url + '/_sandbox/health')).status); await s.close()`
  writeFileSync(join(folder, 'use.js'), script)
  check('it can be imported', run(process.execPath, ['use.js']) === '200\n')

  const page = `import { createSandbox } from 'mds-sandbox'; const s = await createSandbox({ listen: false }); const [, viewer] = /src="([^"]*viewer\\.js)"/.exec(await (await s.fetch('/docs')).text()); for (const path of ['/', '/docs', '/' + viewer, '/openapi.yaml']) console.log((await s.fetch(path)).status); await s.close()`
  writeFileSync(join(folder, 'page.js'), page)
  check('its pages are served without a port', run(process.execPath, ['page.js']) === '200\n200\n200\n200\n')

  const load = `import { createSandbox } from 'mds-sandbox'; const s = await createSandbox({ listen: false }); const [, script] = /src="([^"]*\\.js)"/.exec(await (await s.fetch('/_sandbox/ui')).text()); process.stdout.write(await (await s.fetch(script)).text()); await s.close()`
  writeFileSync(join(folder, 'dashboard.js'), load)
  const dashboardBytes = gzipSync(run(process.execPath, ['dashboard.js'])).length
  if (dashboardBytes > DASHBOARD_BYTES.budget)
    console.warn(`The dashboard's budget is ${DASHBOARD_BYTES.budget} bytes.`)
  check(
    `the dashboard's script has ${dashboardBytes} bytes compressed, at most ${DASHBOARD_BYTES.max}`,
    dashboardBytes > 5000 && dashboardBytes <= DASHBOARD_BYTES.max,
  )

  // Compile the code of the documents as a consumer would: with Node's types and the package's own types only.
  for (const [name, path] of [
    ['readme', '../README.md'],
    ['guide', '../docs/library.md'],
    ['testing', '../docs/testing.md'],
  ]) {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')
    const code = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join('')
    writeFileSync(join(folder, `${name}.ts`), code)
  }
  const modules = new URL('../node_modules/', import.meta.url).pathname
  cpSync(join(modules, '@types/node'), join(folder, 'node_modules/@types/node'), { recursive: true })
  cpSync(join(modules, 'undici-types'), join(folder, 'node_modules/undici-types'), { recursive: true })
  const tsc = [join(modules, 'typescript/bin/tsc'), '--noEmit', '--strict', '--noUncheckedIndexedAccess']
  for (const libraries of ['es2023', 'es2023,dom']) {
    const files = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      libraries,
      'readme.ts',
      'guide.ts',
      'testing.ts',
    ]
    check(`its types compile with ${libraries}`, run(process.execPath, [...tsc, ...files]) === '')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
