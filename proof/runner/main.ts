import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PROOFS } from './registry.js'

const USAGE = `Usage: npm run proof -- [NAME ...] [--seed N] [--cases N | --minutes N]

  NAME         ${Object.keys(PROOFS).join(', ')} (default: all)
  --seed N     seed of the first case (default: 1, or random with --minutes)
  --cases N    number of cases of each proof (default: a short run)
  --minutes N  run as many cases as fit into the time; the last case is finished
`

interface RunPlan {
  names: string[]
  seed: number
  caseArgs: string[]
}

function parseCount(name: string, text: string | undefined, isFraction = false): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value > 0) || !(isFraction || Number.isSafeInteger(value))) throw new Error(`--${name} takes a number above 0.`)
  return value
}

const MAX_CASE_MINUTES = 3

/** Two proofs run at once on two or more cores. */
const WORKERS = Math.min(2, availableParallelism())

function parsePlan(args: string[]): RunPlan | undefined {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      cases: { type: 'string' },
      minutes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return undefined
  const unknown = positionals.find((name) => !Object.hasOwn(PROOFS, name))
  if (unknown !== undefined) throw new Error(`There is no proof named ${unknown}.`)
  const cases = parseCount('cases', values.cases)
  const minutes = parseCount('minutes', values.minutes, true)
  if (cases !== undefined && minutes !== undefined) throw new Error('--cases and --minutes cannot be combined.')
  const names = positionals.length > 0 ? positionals : Object.keys(PROOFS)
  const seed = parseCount('seed', values.seed) ?? (minutes === undefined ? 1 : randomInt(1, 1_000_000_000))
  const seconds = minutes && (minutes * 60) / Math.ceil(names.length / WORKERS)
  return {
    names,
    seed,
    caseArgs: [
      ...(cases === undefined ? [] : ['--cases', String(cases)]),
      ...(seconds === undefined ? [] : ['--seconds', String(seconds)]),
    ],
  }
}

async function runProof(name: string, seed: number, caseArgs: string[]): Promise<boolean> {
  const began = performance.now()
  const script = fileURLToPath(new URL('run-proof.js', import.meta.url))
  const nodeOptions = ['--expose-gc', '--enable-source-maps']
  const child = spawn(process.execPath, [...nodeOptions, script, name, '--seed', String(seed), ...caseArgs], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  const print = (line: string) => process.stdout.write(`${name.padEnd(10)}  ${line}\n`)
  createInterface(child.stdout as Readable).on('line', print)
  let current = String(seed)
  let timeout: NodeJS.Timeout | undefined
  /** A case that hangs has failed. */
  const restartTimeout = () => {
    clearTimeout(timeout)
    timeout = setTimeout(() => {
      print(`A case has not finished after ${MAX_CASE_MINUTES} minutes.`)
      print(`To repeat it: npm run proof -- ${name} --seed ${current} --cases 1`)
      child.kill('SIGKILL')
    }, MAX_CASE_MINUTES * 60_000)
  }
  restartTimeout()
  createInterface(child.stdio[3] as Readable).on('line', (line) => {
    current = line
    restartTimeout()
  })
  const hasPassed = (await new Promise((resolve) => child.on('close', resolve))) === 0
  clearTimeout(timeout)
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`${name.padEnd(10)}  ${hasPassed ? 'holds' : 'FAILED'} (${seconds} s)\n`)
  return hasPassed
}

async function runProofs({ names, seed, caseArgs }: RunPlan): Promise<void> {
  process.stdout.write(`seed ${seed}\n`)
  const queue = [...names]
  const failed: string[] = []
  const runQueue = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      if (!(await runProof(name, seed, caseArgs))) failed.push(name)
  }
  await Promise.all(Array.from({ length: WORKERS }, runQueue))
  process.stdout.write(failed.length === 0 ? 'All proofs hold.\n' : `Failed: ${failed.join(', ')}\n`)
  if (failed.length > 0) process.exitCode = 1
}

try {
  const plan = parsePlan(process.argv.slice(2))
  if (plan) await runProofs(plan)
  else process.stdout.write(USAGE)
} catch (error) {
  process.stderr.write(`proof: ${(error as Error).message}\n\n${USAGE}`)
  process.exitCode = 2
}
