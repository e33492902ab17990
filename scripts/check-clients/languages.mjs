// The examples for other languages. They are copied, so that nothing is written into examples/.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { download, installFromPyPi, needs, run } from './commands.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLI = join(ROOT, 'dist/cli.js')
const copyExample = (name, folder) => cpSync(join(ROOT, 'examples', name), folder, { recursive: true })

/** Without MDS_URL, so that `run` starts a sandbox of its own. */
const withoutSandbox = ({ MDS_URL: _url, MDS_KEY: _key, ...env }) => env
const runUnderSandbox = (command, { env, ...options }) =>
  run(process.execPath, [CLI, 'run', '--clock', 'manual', '--', ...command], { ...options, env: withoutSandbox(env) })

const hasPython = needs('Python 3 with venv', 'python3', '-m', 'venv', '--help')
const hasGo = needs('Go', 'go', 'version')
const hasMaven = needs('Java with Maven', 'mvn', '--version')

const pytest = {
  name: 'pytest',
  tools: 'pytest',
  findMissingTool: hasPython,
  async run({ tools, folder, env }) {
    await installFromPyPi(tools, 'pytest==9.0.1')
    copyExample('pytest', folder)
    await runUnderSandbox([join(tools, 'bin/pytest'), '-q'], { cwd: folder, env })
  },
}

const goTest = {
  name: 'go-test',
  tools: 'go',
  findMissingTool: hasGo,
  async run({ folder, env }) {
    copyExample('go', folder)
    await run('go', ['vet', './...'], { cwd: folder, env })
    await runUnderSandbox(['go', 'test', './...'], { cwd: folder, env })
  },
}

const junit5 = {
  name: 'junit5',
  tools: 'java',
  findMissingTool: hasMaven,
  async run({ folder, env }) {
    copyExample('junit5', folder)
    await download('mvn', ['-q', 'test-compile', 'surefire:help'], { cwd: folder, env })
    await runUnderSandbox(['mvn', '-q', 'test'], { cwd: folder, env })
  },
}

// The Testcontainers examples need a Docker engine to run, so they are only compiled.
const testcontainersPython = {
  name: 'testcontainers-python',
  tools: 'testcontainers-python',
  findMissingTool: hasPython,
  async run({ tools, folder, env }) {
    await installFromPyPi(tools, 'testcontainers==4.13.3', 'pytest==9.0.1')
    copyExample('testcontainers/python', folder)
    await run(join(tools, 'bin/pytest'), ['-q', '--collect-only'], { cwd: folder, env })
  },
}

const testcontainersGo = {
  name: 'testcontainers-go',
  tools: 'go',
  findMissingTool: hasGo,
  async run({ folder, env }) {
    copyExample('testcontainers/go', folder)
    await download('go', ['mod', 'tidy'], { cwd: folder, env })
    await run('go', ['vet', './...'], { cwd: folder, env })
  },
}

const testcontainersJava = {
  name: 'testcontainers-java',
  tools: 'java',
  findMissingTool: hasMaven,
  async run({ folder, env }) {
    copyExample('testcontainers/java', folder)
    await download('mvn', ['-q', 'test-compile'], { cwd: folder, env })
  },
}

export const LANGUAGES = [pytest, goTest, junit5, testcontainersPython, testcontainersGo, testcontainersJava]
