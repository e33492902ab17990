import { z } from 'zod'
import type { Client } from '../framework/sandbox-client.js'

export interface ToolContext {
  url: string
  /** A client for the world that the call names, or for the default world. */
  client: Client
  key: string
}

/** Something an assistant can do. `run` returns text for the assistant: first the answer, then the facts. */
export interface Tool {
  name: string
  title: string
  description: string
  /** Whether the world stays the same. */
  readOnly: boolean
  input: z.ZodObject
  run(input: never, context: ToolContext): Promise<string>
}

const keyField = z
  .string()
  .regex(/^sk_sandbox_(standard|enterprise)_[a-z0-9][a-z0-9-]{0,62}$/)
  .optional()
  .describe('The API key of the world. Default: the key that the server was started with.')

export const defineTool = <Shape extends z.ZodRawShape>(
  tool: Omit<Tool, 'input' | 'run'> & {
    fields: Shape
    run(input: z.output<z.ZodObject<Shape>>, context: ToolContext): Promise<string>
  },
): Tool => {
  const { fields, run, ...rest } = tool
  return { ...rest, input: z.object({ ...fields, key: keyField }), run: run as Tool['run'] }
}

/** Facts for the assistant, without the long lists of territories. */
export const formatFacts = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, content) =>
      name === 'territory_codes' && Array.isArray(content) && content.length > 8
        ? `${content.length} territories`
        : content,
    2,
  )

export const formatIssues = (issues: readonly { field?: string; issue: string }[]): string[] =>
  issues.map(({ field, issue }) => (field === undefined ? `- ${issue}` : `- ${field}: ${issue}`))
