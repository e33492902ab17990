import type { components } from '../../generated/control-api.js'
import { urlOf } from '../../http/server/listen.js'
import { type Flag, hostFlag, integerFlag } from '../framework/flags.js'
import { parseFlags } from '../framework/parse-arguments.js'
import { clientFlags, createClient, urlFlag as sandboxUrlFlag } from '../framework/sandbox-client.js'

const urlFlag: Flag<string | undefined> = {
  ...sandboxUrlFlag,
  help: 'The URL of the sandbox; also MDS_URL (default: from --host and --port)',
  defaultValue: undefined,
}

export const healthFlags = {
  url: urlFlag,
  host: hostFlag('The address that the sandbox listens on'),
  port: integerFlag('The port that the sandbox listens on', 'PORT', 4010, 1, 65535),
  json: clientFlags.json,
}

/** `mds-sandbox health`. The HEALTHCHECK of the image uses it, because the image has no curl. */
export async function health(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { url, host, port, json } = parseFlags(healthFlags, argv, env)
  const client = createClient(url ?? urlOf(host, port))
  const { text, body } = await client.call<components['schemas']['Health']>('GET', '/_sandbox/health', undefined, 3000)
  process.stdout.write(json ? `${text}\n` : `${body.status}: mds-sandbox ${body.version} at ${client.url}\n`)
}
