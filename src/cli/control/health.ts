import type { components } from '../../generated/control-api.js'
import { urlOf } from '../../http/server/listen.js'
import { type Flag, hostFlag, integerFlag, parseFlags } from '../framework/flags.js'
import { clientFlags, createClient, urlFlag as sandboxUrlFlag } from '../framework/sandbox-client.js'

const urlFlag: Flag<string | undefined> = {
  ...sandboxUrlFlag,
  help: 'The sandbox to ask; also MDS_URL (default: the one that --host and --port name)',
  defaultValue: undefined,
}

export const healthFlags = {
  url: urlFlag,
  host: hostFlag('Address that the sandbox listens on'),
  port: integerFlag('Port that the sandbox listens on', 'PORT', 4010, 1, 65535),
  json: clientFlags.json,
}

/** For HEALTHCHECK in an image that has no curl. */
export async function health(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { url, host, port, json } = parseFlags(healthFlags, argv, env)
  const client = createClient(url ?? urlOf(host, port))
  const { text, body } = await client.call<components['schemas']['Health']>('GET', '/_sandbox/health', undefined, 3000)
  process.stdout.write(json ? `${text}\n` : `${body.status}: mds-sandbox ${body.version} at ${client.url}\n`)
}
