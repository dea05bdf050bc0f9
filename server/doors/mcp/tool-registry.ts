import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { inputSchemaOf } from '../../operations/json-schema.ts'
import type { Operation } from '../../operations/operation.ts'
import { operations } from '../../operations/registry.ts'

/** The tools of the process: made once from the operations, shared by every connection. */
export interface ToolEntry {
  operation: Operation
  tool: Tool
}

export const idempotencyKeySchema = z.string().min(1).max(255).optional()

export const tools: ReadonlyMap<string, ToolEntry> = new Map(
  operations
    .filter(({ operation }) => operation.tool)
    .map(({ operation }) => [operation.tool!, { operation, tool: describe(operation) }]),
)

export const toolList: Tool[] = [...tools.values()].map(({ tool }) => tool)

function describe(operation: Operation): Tool {
  const { tool, summary, reads, destructive } = operation
  return {
    name: tool!,
    title: titleOf(tool!),
    description: summary,
    inputSchema: inputSchema(operation),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destructive,
      // Doing it twice leaves what doing it once leaves; only what makes something new differs.
      idempotentHint: !operation.created,
      openWorldHint: false,
    },
  }
}

function inputSchema(operation: Operation): Tool['inputSchema'] {
  const schema = inputSchemaOf(operation)
  if (operation.reads) return schema as Tool['inputSchema']
  const description = 'Any text of your own. A call repeated with the same key is done only once.'
  const idempotencyKey = { type: 'string', maxLength: 255, description }
  return { ...schema, properties: { ...schema.properties, idempotencyKey } }
}

function titleOf(tool: string): string {
  const words = tool.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
