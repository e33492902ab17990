import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { download, installFromNpm, installFromPyPi, needs, once, run } from './commands.mjs'

const FLOWS = fileURLToPath(new URL('flows', import.meta.url))
const ROLLDOWN = fileURLToPath(new URL('../../node_modules/.bin/rolldown', import.meta.url))
const NPM_TOOLS = {
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  // The last versions of these two that run on Node 20.
  '@hey-api/openapi-ts': '0.95.0',
  orval: '7.13.2',
  typescript: '5.9.3',
  '@types/node': '20.19.43',
}

const TYPESCRIPT_CONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ['*.ts', 'client'],
}

/** A generator from npm. `generate` writes the client into `client/` of the project. */
const typescript = (name, flow, generate) => ({
  name,
  tools: 'npm',
  findMissingTool: async () => undefined,
  async run({ tools, document, env }) {
    await installFromNpm(tools, NPM_TOOLS)
    // Below the tools, so that their packages are found.
    const project = join(tools, 'projects', name)
    mkdirSync(project, { recursive: true })
    const options = { cwd: project, env }
    const bin = (tool) => join(tools, 'node_modules/.bin', tool)
    await generate(document, options, bin, project)
    copyFileSync(join(FLOWS, flow), join(project, 'flow.ts'))
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TYPESCRIPT_CONFIG))
    await run(bin('tsc'), ['-p', '.'], options)
    await run(ROLLDOWN, ['flow.ts', '--file', 'flow.mjs', '--platform', 'node'], options)
    await run(process.execPath, ['flow.mjs'], options)
  },
})

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.1'

const go = {
  name: 'oapi-codegen',
  tools: 'go',
  findMissingTool: needs('Go', 'go', 'version'),
  async run({ tools, folder, document, env }) {
    const options = { cwd: folder, env: { ...env, GOBIN: tools, GOFLAGS: '-mod=mod' } }
    await once(tools, 'oapi-codegen', () => download('go', ['install', OAPI_CODEGEN], options))
    mkdirSync(join(folder, 'mds'))
    const args = ['-generate', 'types,client', '-package', 'mds', '-o', 'mds/mds.gen.go', document]
    await run(join(tools, 'oapi-codegen'), args, options)
    copyFileSync(join(FLOWS, 'flow.go'), join(folder, 'main.go'))
    await run('go', ['mod', 'init', 'flow'], options)
    await download('go', ['mod', 'tidy'], options)
    await run('go', ['vet', './...'], options)
    await run('go', ['run', '.'], options)
  },
}

const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0'

const java = {
  name: 'openapi-generator-java',
  tools: 'java',
  findMissingTool: needs('Java with Maven', 'mvn', '--version'),
  async run({ tools, folder, document, env }) {
    const options = { cwd: folder, env }
    const copy = ['-q', 'dependency:copy', `-Dartifact=${OPENAPI_GENERATOR}`, `-DoutputDirectory=${tools}`]
    await once(tools, 'openapi-generator', () => download('mvn', copy, options))
    const jar = join(tools, 'openapi-generator-cli-7.25.0.jar')
    const names = ['--api-package', 'mds.api', '--model-package', 'mds.model', '--invoker-package', 'mds']
    await run(
      'java',
      ['-jar', jar, 'generate', '-g', 'java', '--library', 'native', '-i', document, '-o', '.', ...names],
      options,
    )
    mkdirSync(join(folder, 'src/main/java/flow'))
    copyFileSync(join(FLOWS, 'Flow.java'), join(folder, 'src/main/java/flow/Flow.java'))
    await download(
      'mvn',
      ['-q', '-DskipTests', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true', 'package'],
      options,
    )
    const libraries = ['-q', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt']
    await download('mvn', libraries, options)
    await run('sh', ['-c', 'java -cp "target/classes:$(cat classpath.txt)" flow.Flow'], options)
  },
}

const python = {
  name: 'openapi-python-client',
  tools: 'python',
  findMissingTool: needs('Python 3 with venv', 'python3', '-m', 'venv', '--help'),
  async run({ tools, folder, document, env }) {
    const options = { cwd: folder, env }
    const bin = (tool) => join(tools, 'bin', tool)
    await installFromPyPi(tools, 'openapi-python-client==0.29.1')
    const output = ['--output-path', 'client', '--meta', 'none', '--overwrite']
    await run(bin('openapi-python-client'), ['generate', '--path', document, ...output], {
      ...options,
      env: { ...env, PATH: `${join(tools, 'bin')}:${env.PATH}` },
    })
    copyFileSync(join(FLOWS, 'flow.py'), join(folder, 'flow.py'))
    await run(bin('python'), ['flow.py'], options)
  },
}

/** Checks that are left out, with the reason. All others must pass. */
const ACCEPTED_FINDINGS = {
  positive_data_acceptance:
    'A request can match its schema and still be refused: cursors and idempotency keys depend on earlier requests, and the pattern of a key lets Python append a newline.',
}

/** Not a generator: sends requests that it derives from the document, and checks the responses. */
const schemathesis = {
  name: 'schemathesis',
  tools: 'schemathesis',
  findMissingTool: needs('Python 3 with venv', 'python3', '-m', 'venv', '--help'),
  async run({ tools, folder, document, env }) {
    const options = { cwd: folder, env }
    const bin = (tool) => join(tools, 'bin', tool)
    await installFromPyPi(tools, 'schemathesis==4.32.5')
    const excluded = Object.keys(ACCEPTED_FINDINGS).join(',')
    const amount = ['--max-examples', '8', '--seed', '1', '--phases', 'examples,coverage,fuzzing', '--no-color']
    const target = ['--url', env.MDS_URL, '-H', `X-API-Key: ${env.MDS_KEY}`]
    await run(bin('st'), ['run', document, ...target, ...amount, '--exclude-checks', excluded], options)
  },
}

export const GENERATORS = [
  typescript('openapi-fetch', 'openapi-fetch.ts', (document, options, bin) =>
    run(bin('openapi-typescript'), [document, '-o', 'client/api.d.ts'], options),
  ),
  typescript('hey-api', 'hey-api.ts', (document, options, bin) =>
    run(bin('openapi-ts'), ['-i', document, '-o', 'client', '-c', '@hey-api/client-fetch'], options),
  ),
  typescript('orval', 'orval.ts', (document, options, bin, project) => {
    const output = { target: './client/api.ts', client: 'fetch' }
    const config = JSON.stringify({ mds: { input: { target: document }, output } })
    writeFileSync(join(project, 'orval.config.cjs'), `module.exports = ${config}\n`)
    return run(bin('orval'), ['--config', './orval.config.cjs'], options)
  }),
  go,
  java,
  python,
  schemathesis,
]
