import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CaseFailed, createTrial } from './proof.js'
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
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Whoever started this process must know where it is, also when it does not get to say anything any more. */
const begun = (seed: number) => void writeSync(3, `${seed}\n`)

say(proof.claim)
try {
  for (const fact of await proof.run(createTrial(proof, { seed, cases, seconds }, say, begun))) say(fact)
} catch (fault) {
  const again = fault instanceof CaseFailed ? `${fault.seed} --cases 1` : `${seed}`
  say(fault instanceof CaseFailed ? fault.message : String((fault as Error).stack ?? fault))
  say(`Try it again: npm run proof -- ${name} --seed ${again}`)
  process.exitCode = 1
}
// Handles that a proof leaves behind are a fault of their own, and must not keep CI waiting.
setTimeout(() => {
  say(`Something keeps the process alive: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, 10_000).unref()
