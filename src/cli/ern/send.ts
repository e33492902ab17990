import { access, constants } from 'node:fs/promises'
import type { components } from '../../generated/service-api.js'
import { booleanFlag, choiceFlag, durationFlag } from '../framework/flags.js'
import { parseArguments, pickToolVariables, UsageError } from '../framework/parse-arguments.js'
import { withProgress } from '../framework/progress.js'
import { type Client, clientFlags, createClient, RefusedError } from '../framework/sandbox-client.js'
import { createPaint, createPrinter } from '../framework/terminal.js'
import { awaitProcessing, explainManualClock } from './await-processing.js'
import { explainForbidden } from './explain-forbidden.js'
import { formatSentFile, formatSentJson, formatSentSummary, isFailed, type SentFile } from './format-sent.js'
import { readMessageFile } from './read-file.js'

type ErnMessage = components['schemas']['ErnMessage']

export const sendFlags = {
  delivery: choiceFlag(
    'auto submits and delivers releases with deals; none changes only the catalogue',
    ['auto', 'none'] as const,
    'auto',
  ),
  wait: booleanFlag('Wait until the messages are processed; a manual clock is advanced'),
  timeout: durationFlag('With --wait and a live clock: how long to wait', '60s', '24h'),
  url: clientFlags.url,
  key: clientFlags.key,
  json: booleanFlag('Print one line of JSON for each file'),
}

/** `mds-sandbox ern send FILE...` */
export async function send(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, operands: paths } = parseArguments(sendFlags, argv, pickToolVariables(env), Number.POSITIVE_INFINITY)
  const { url, key, delivery, wait, timeout, json } = values
  if (paths.length === 0) throw new UsageError('ern send needs at least one file, or - for standard input.')
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('- can be given once.')
  await checkReadable(paths)

  const client = createClient(url, key)
  const print = createPrinter()
  const paint = createPaint(process.stdout, env)
  const printFile = (file: SentFile) => {
    for (const line of json ? [formatSentJson(file)] : formatSentFile(file, paint)) print(line)
  }
  const sent: SentFile[] = []
  for (const path of paths) {
    const file = await sendFile(client, path, delivery).catch((error) => {
      if (json && error instanceof RefusedError) print(error.text)
      throw error
    })
    sent.push(file)
    if (!wait) printFile(file)
  }
  if (wait) {
    await withProgress('Waiting for the messages to be processed', env, () => awaitProcessing(client, sent, timeout))
    for (const file of sent) printFile(file)
  }
  if (!json) print(formatSentSummary(sent))
  if (!wait && !json) {
    const hint = await explainManualClock(client, sent, env.MDS_KEY === key ? '' : ` --key ${key}`)
    if (hint !== undefined) process.stderr.write(`mds-sandbox: ${hint}\n`)
  }
  if (sent.some(isFailed)) process.exitCode = 1
}

/** Nothing is sent if a file is missing. */
async function checkReadable(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    if (path !== '-')
      await access(path, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`Can't read ${path}: ${error.code}.`, false)
      })
}

async function sendFile(client: Client, path: string, delivery: string): Promise<SentFile> {
  const bytes = await readMessageFile(path)
  try {
    const target = `/v1/ern/messages?delivery=${delivery}`
    const { status, body } = await client.upload<ErnMessage>(target, bytes, 'application/xml', bytes.length)
    return { path, message: body, isRepeated: status === 200 }
  } catch (error) {
    const isAboutAccount = error instanceof RefusedError && (error.status === 401 || error.status === 403)
    if (!(error instanceof RefusedError) || isAboutAccount || !error.text.startsWith('{')) throw explainForbidden(error)
    return { path, refusal: { status: error.status, ...JSON.parse(error.text).error } }
  }
}
