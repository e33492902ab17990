import type { components } from '../../generated/control-api.js'
import type { components as serviceComponents } from '../../generated/service-api.js'
import type { Client } from '../framework/sandbox-client.js'
import type { SentFile } from './format-sent.js'

type Schemas = components['schemas']
type ErnMessage = serviceComponents['schemas']['ErnMessage']

const POLL_INTERVAL_MS = 100

const isPending = ({ message }: SentFile): boolean => message?.status === 'received'

/** Reads a message without a trace in the journal, and without counting against the rate limits. */
async function readMessage(client: Client, id: string) {
  const path = `/_sandbox/state/ern_messages/${encodeURIComponent(id)}`
  const { body } = await client.call<ErnMessage & { sandbox: Schemas['SandboxFacts'] }>('GET', path)
  const { sandbox, ...message } = body
  return { message, due: sandbox.next_steps?.[0]?.due }
}

const readClock = async (client: Client) => (await client.call<Schemas['Clock']>('GET', '/_sandbox/clock')).body

/** Reads the messages that are not processed yet. Returns when the last of them is due. */
async function refresh(client: Client, files: SentFile[]): Promise<string | undefined> {
  let latest: string | undefined
  for (const file of files.filter(isPending)) {
    const { message, due } = await readMessage(client, (file.message as ErnMessage).id)
    file.message = message
    if (due !== undefined && (latest === undefined || due > latest)) latest = due
  }
  return latest
}

/** Waits until all messages are processed, and updates the files. */
export async function awaitProcessing(client: Client, files: SentFile[], timeoutMs: number): Promise<void> {
  const endsAt = Date.now() + timeoutMs
  let due = await refresh(client, files)
  while (files.some(isPending)) {
    const { mode } = await readClock(client)
    if (mode === 'manual' && due !== undefined) await client.call('POST', '/_sandbox/clock/advance', { to: due }, 0)
    else if (Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    else {
      const ids = files.filter(isPending).map(({ message }) => message?.id)
      const when = due === undefined ? '' : ` Due: ${due}, in the time of the world.`
      throw new Error(
        `Not processed within ${timeoutMs / 1000} s: ${ids.join(', ')}.${when} Wait longer with --timeout.`,
      )
    }
    due = await refresh(client, files)
  }
}

/** How to have the messages processed, if the clock does not move by itself. */
export async function explainManualClock(
  client: Client,
  files: SentFile[],
  keyFlag: string,
): Promise<string | undefined> {
  if (!files.some(isPending) || (await readClock(client)).mode === 'live') return undefined
  const due = await refresh(client, files)
  if (due === undefined) return undefined
  return `The clock is manual and does not move by itself. Process the messages: mds-sandbox clock advance --to ${due}${keyFlag}`
}
