import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CaseFailure, createTrial } from './proof.js'
import { PROOFS } from './proofs.js'

/** One proof in a process of its own: node proof/built/one.js NAME --seed N [--cases N] [--seconds N] */
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

/** Whoever started this process must know where it is, also when it does not get to say anything any more. */
const reportCase = (seed: number) => void writeSync(3, `${seed}\n`)

log(proof.claim)
try {
  for (const fact of await proof.run(createTrial(proof, { seed, cases, seconds }, log, reportCase))) log(fact)
} catch (error) {
  const rerunArgs = error instanceof CaseFailure ? `${error.seed} --cases 1` : `${seed}`
  log(error instanceof CaseFailure ? error.message : String((error as Error).stack ?? error))
  log(`Try it again: npm run proof -- ${name} --seed ${rerunArgs}`)
  process.exitCode = 1
}
// Handles that a proof leaves behind are a fault of their own, and must not keep CI waiting.
setTimeout(() => {
  log(`Something keeps the process alive: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, 10_000).unref()
