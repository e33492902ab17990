import { type Command, type Loaded, parseUsage } from '../framework/command.js'
import { type Flag, type Flags, oneOf, readCall, UsageError } from '../framework/flags.js'
import { bash } from './bash.js'
import type { Offer, Place } from './completions.js'
import { fish } from './fish.js'
import { zsh } from './zsh.js'

const SHELLS = { bash, zsh, fish }
const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[]

/** `mds-sandbox completion bash|zsh|fish`: a script that is made of the tables that the help is made of. */
export const createCompletion = (commands: Record<string, Command>): Loaded => ({
  flags: {},
  choices: { SHELL: NAMES },
  async run(argv) {
    const [shell] = readCall({}, argv, {}, 1).operands
    if (shell === undefined) throw new UsageError(`completion needs a shell: ${NAMES.join(', ')}.`)
    const write = SHELLS[oneOf('SHELL', shell, NAMES)]
    process.stdout.write(write(await placesOf(commands)))
  },
})

/** All places of all commands; the nameless one is the server's. */
export async function placesOf(commands: Record<string, Command>): Promise<Place[]> {
  const places: Place[] = []
  for (const [name, { usage, load }] of Object.entries(commands)) {
    const { flags, verbs = {}, choices = {} } = await load()
    const rows = usage.map((row) => ({ ...parseUsage(row), does: row[1] }))
    const bare = rows.find(({ verb }) => verb === '')
    const operandsOf = (row: (typeof rows)[number] | undefined) =>
      (row?.operands ?? []).map((word) => offerOf(word, verbs[row?.verb ?? '']?.choices?.[word] ?? choices[word]))
    places.push({
      path: name,
      words:
        name === ''
          ? Object.entries(commands).flatMap(([word, { usage }]) => (word === '' ? [] : [[word, usage[0]?.[1] ?? '']]))
          : rows.flatMap(({ verb, does }) => (verb === '' ? [] : [[verb, does]])),
      flags: flagsOf(verbs['']?.flags ?? flags),
      operands: name === '' ? [] : operandsOf(bare),
    })
    for (const row of rows)
      if (name !== '' && row.verb !== '')
        places.push({
          path: `${name} ${row.verb}`,
          words: [],
          flags: flagsOf(verbs[row.verb]?.flags ?? flags),
          operands: operandsOf(row),
        })
  }
  return places
}

const offerOf = (value: string, words: readonly string[] = []): Offer => ({
  words,
  files: value.split('|').some((word) => word === 'FILE' || word === 'DIR'),
})

const flagsOf = (flags: Flags): Place['flags'] => [
  ...Object.entries(flags).map(([name, { value, help, choices }]: [string, Flag<unknown>]) => ({
    name: `--${name}`,
    help,
    value: value === undefined ? undefined : offerOf(value, choices),
  })),
  { name: '--help', help: 'Print this', value: undefined },
  { name: '--version', help: 'Print the version', value: undefined },
]
