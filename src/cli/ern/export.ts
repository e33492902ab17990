import { writeFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { choiceFlag, textFlag } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { clientFlags, createClient } from '../framework/sandbox-client.js'
import { createPrinter, sanitize } from '../framework/terminal.js'
import { explainForbidden } from './explain-forbidden.js'

export const exportFlags = {
  'message-type': choiceFlag(
    'The message to print',
    ['NewReleaseMessage', 'PurgeReleaseMessage'] as const,
    'NewReleaseMessage',
  ),
  'ern-version': choiceFlag('The version of ERN', ['4.3', '4.3.2'] as const, '4.3.2'),
  out: textFlag('Write to this file instead of stdout', 'FILE'),
  url: clientFlags.url,
  key: clientFlags.key,
}

/** `mds-sandbox ern export RELEASE` */
export async function exportRelease(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands } = parseArguments(exportFlags, argv, pickToolVariables(env), 1)
  const [release] = operands
  if (release === undefined) throw new UsageError('RELEASE is missing: mds-sandbox ern export RELEASE')
  const { url, key, out } = values
  const query = new URLSearchParams({ message_type: values['message-type'], version: values['ern-version'] })
  let xml = ''
  await createClient(url, key)
    .download(`/v1/releases/${encodeURIComponent(release)}/ern?${query}`, async (content) => {
      xml = await readText(content)
    })
    .catch((error) => {
      throw explainForbidden(error)
    })
  if (out === undefined) return createPrinter()(xml.trimEnd())
  await writeFile(out, xml).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--out can't write to ${sanitize(out)}: ${error.code}.`, false)
  })
  process.stderr.write(`${values['message-type']} of ${sanitize(release)} written to ${sanitize(out)}\n`)
}
