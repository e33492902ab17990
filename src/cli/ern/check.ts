import { performance } from 'node:perf_hooks'
import type { Seeds } from '../../core/engine/seed-types.js'
import { SERVICE_DPID } from '../../ern/message/party-ids.js'
import { readMessage } from '../../ern/message/read-message.js'
import { resolveMessage } from '../../ern/message/resolve-message.js'
import type { DealWorld } from '../../ern/resolve/resolve-deals.js'
import { SchemaError, type SchemaValidator } from '../../ern/schema/schema-validator.js'
import { formatJunit } from '../../report/formats/junit.js'
import { fixturesFlag, readFixtures } from '../framework/fixtures-flag.js'
import { choiceFlag, textFlag } from '../framework/flags.js'
import { parseArguments, UsageError } from '../framework/parse-arguments.js'
import { createPaint, createPrinter } from '../framework/terminal.js'
import { type CheckedFile, formatCheckedFile, formatJsonLine, formatSummary, summarizeErrors } from './format-check.js'
import { readMessageFile } from './read-file.js'
import { loadSchemaFolder } from './schema-folder.js'

const FORMATS = ['text', 'json', 'junit'] as const

export const checkFlags = {
  format: choiceFlag('How to print the issues', FORMATS, 'text'),
  fixtures: fixturesFlag,
  'ern-schemas': textFlag(
    'Also validate with the DDEX schemas in this folder: VERSION/release-notification.xsd',
    'DIR',
  ),
}

/** `mds-sandbox ern check FILE...` */
export async function check(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands: paths } = parseArguments(checkFlags, argv, {}, Number.POSITIVE_INFINITY)
  if (paths.length === 0) throw new UsageError('ern check needs at least one file, or - for standard input.')
  const folder = values['ern-schemas']
  const schemaValidator = folder === undefined ? undefined : await loadSchemaFolder(folder)

  const { seeds } = await readFixtures(values.fixtures)
  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const checked: CheckedFile[] = []
  for (const path of paths) {
    const file = await checkFile(path, schemaValidator, seeds)
    checked.push(file)
    if (values.format === 'text') for (const line of formatCheckedFile(file, paint)) print(line)
    if (values.format === 'json') print(formatJsonLine(file))
  }
  if (values.format === 'text') print(formatSummary(checked))
  if (values.format === 'junit')
    process.stdout.write(
      formatJunit(
        'mds-sandbox ern check',
        checked.map((file) => ({ name: file.path, milliseconds: file.milliseconds, failure: summarizeErrors(file) })),
      ),
    )
  if (checked.some(({ error_count }) => error_count > 0)) process.exitCode = 1
}

async function checkFile(
  path: string,
  schemaValidator: SchemaValidator | undefined,
  seeds: Seeds,
): Promise<CheckedFile> {
  const bytes = await readMessageFile(path)
  const start = performance.now()
  const result = await readMessage(bytes, { schemaValidator }).catch((error) => {
    throw error instanceof SchemaError ? new UsageError(`--ern-schemas: ${error.message}.`, false) : error
  })
  const milliseconds = performance.now() - start
  if (!result.ok) {
    const details = result.details ?? [{ code: result.code, issue: result.message }]
    return {
      path,
      milliseconds,
      refusal: { code: result.code, details },
      error_count: details.length,
      warning_count: 0,
    }
  }
  const { facts, not_carried } = result.value
  const { report } = resolveMessage(result.value, seededWorld(seeds))
  return { path, milliseconds, facts, not_carried, ...report }
}

/** The enterprise account and the stores of a sandbox, at the present time. */
function seededWorld(seeds: Seeds): DealWorld {
  const territories = new Set(seeds.territories.map(({ code }) => code))
  const { all_except } = seeds.accounts.enterprise.licensed_territories
  return {
    now: Date.now(),
    territories,
    licensed: new Set([...territories].filter((code) => !all_except.includes(code))),
    storeIds: new Set(seeds.stores.map(({ store_id }) => store_id)),
    serviceDpid: SERVICE_DPID,
  }
}
