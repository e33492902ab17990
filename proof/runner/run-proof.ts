import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CaseFailure, createTrial } from './proof.js'
import { PROOFS } from './registry.js'

/** One proof in a process of its own: node proof/built/run-proof.js NAME --seed N [--cases N] [--seconds N] */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, cases: { type: 'string' }, seconds: { type: 'string' } },
})
const name = positionals[0] as string
const proof = await (PROOFS[name] as NonNullable<(typeof PROOFS)[string]>)()
const seed = Number(values.seed)
const cases = values.cases === undefined ? proof.cases : Number(values.cases)
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
const log = (line: string) => process.stdout.write(`${line}\n`)

/** Tells the parent process which case runs, in case this process hangs or crashes. */
const reportCase = (seed: number) => void writeSync(3, `${seed}\n`)

log(proof.claim)
try {
  for (const fact of await proof.run(createTrial(proof, { seed, cases, seconds }, log, reportCase))) log(fact)
} catch (error) {
  const rerunArgs = error instanceof CaseFailure ? `${error.seed} --cases 1` : `${seed}`
  log(error instanceof CaseFailure ? error.message : String((error as Error).stack ?? error))
  log(`To repeat it: npm run proof -- ${name} --seed ${rerunArgs}`)
  process.exitCode = 1
}
// A proof that leaves handles open has failed, and must not block CI.
setTimeout(() => {
  log(
    `The proof is finished, but these resources keep the process alive: ${process.getActiveResourcesInfo().join(', ')}`,
  )
  process.exit(1)
}, 10_000).unref()
