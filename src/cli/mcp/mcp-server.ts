import { McpServer } from '@modelcontextprotocol/server'
import manifest from '../../../package.json' with { type: 'json' }
import { type Client, RefusedError } from '../framework/sandbox-client.js'
import { CLIENT_TOOLS } from './client-tools.js'
import { EXPLAIN_TOOLS } from './explain-tools.js'
import type { Tool } from './tool.js'
import { WORLD_TOOLS } from './world-tools.js'

export const TOOLS: readonly Tool[] = [...WORLD_TOOLS, ...EXPLAIN_TOOLS, ...CLIENT_TOOLS]

export interface McpOptions {
  url: string
  defaultKey: string
  clientFor(key: string): Client
}

/** Registers all tools. A refused call is a result that the assistant can read and correct, not a protocol error. */
export function createMcpServer({ url, defaultKey, clientFor }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'mds-sandbox', version: manifest.version },
    {
      instructions:
        `A sandbox of the Music Distribution Service API runs at ${url}. ` +
        `Send the header X-API-Key: ${defaultKey} to call its API (the contract is at ${url}/openapi.yaml). ` +
        'Every key has a world of its own, with its own data and clock. Stores, assets and webhooks take simulated time: ' +
        'use advance_clock instead of waiting.',
    },
  )
  for (const { name, title, description, readOnly, input, run } of TOOLS)
    server.registerTool(
      name,
      { title, description, inputSchema: input, annotations: { readOnlyHint: readOnly, openWorldHint: false } },
      async (given: Record<string, unknown>) => {
        const key = typeof given.key === 'string' ? given.key : defaultKey
        try {
          const text = await run(given as never, { url, key, client: clientFor(key) })
          return { content: [{ type: 'text' as const, text }] }
        } catch (error) {
          const text =
            error instanceof RefusedError ? `The sandbox refused: ${error.message}` : (error as Error).message
          return { content: [{ type: 'text' as const, text }], isError: true }
        }
      },
    )
  return server
}
