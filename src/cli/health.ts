import { urlOf } from '../http/listen.js'
import { ask } from './ask.js'
import { type Flag, host, readFlags, whole } from './options.js'

const url: Flag<string | undefined> = {
  value: 'URL',
  help: 'The sandbox to ask (default: the one that --host and --port name)',
  initial: undefined,
  read: (given) =>
    URL.canParse(given) && given.startsWith('http://') ? given : { allowed: 'a URL such as http://127.0.0.1:4010' },
}

export const healthFlags = {
  url,
  host: host('Address that the sandbox listens on'),
  port: whole('Port that the sandbox listens on', 'PORT', 4010, 1, 65535),
}

/** For HEALTHCHECK in an image that has no curl. */
export async function health(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { url, host, port } = readFlags(healthFlags, argv, env)
  const base = url ?? urlOf(host, port)
  process.stdout.write(`${await ask(new URL('/_sandbox/health', base))}\n`)
}
