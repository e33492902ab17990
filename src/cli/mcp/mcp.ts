import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createSandbox } from '../../composition/create-sandbox.js'
import type { Flag } from '../framework/flags.js'
import { parseArguments, pickToolVariables } from '../framework/parse-arguments.js'
import { createClient, keyFlag, urlFlag } from '../framework/sandbox-client.js'
import { createMcpServer } from './mcp-server.js'

const optionalUrlFlag: Flag<string | undefined> = {
  ...urlFlag,
  help: 'A running sandbox; also MDS_URL. Without it, the command starts one with a manual clock on a free port',
  defaultValue: undefined,
}

export const mcpFlags = { url: optionalUrlFlag, key: keyFlag }

/** `mds-sandbox mcp`: tools for AI assistants, over standard input and output (Model Context Protocol). */
export async function mcp(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values } = parseArguments(mcpFlags, argv, pickToolVariables(env), 0)
  const ownSandbox = values.url === undefined ? await createSandbox({ clock: 'manual' }) : undefined
  const url = values.url ?? (ownSandbox?.url as string)
  const server = createMcpServer({ url, defaultKey: values.key, clientFor: (key) => createClient(url, key) })
  const transport = new StdioServerTransport()
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve
    // The assistant ends the session by closing standard input.
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await server.connect(transport)
  await closed
  await server.close()
  await ownSandbox?.close()
}
