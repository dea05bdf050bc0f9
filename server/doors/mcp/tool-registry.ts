import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
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
  const schema = flat(
    z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }),
  ) as Tool['inputSchema']
  if (operation.reads) return schema
  const description = 'Any text of your own. A call repeated with the same key is done only once.'
  return {
    ...schema,
    properties: { ...schema.properties, idempotencyKey: { type: 'string', maxLength: 255, description } },
  }
}

/**
 * What clients understand best: no `$schema`, no metadata of ours, and a nullable field as a list of types in place of
 * an `anyOf`.
 */
function flat(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(flat)
  if (typeof node !== 'object' || node === null) return node
  const { $schema: _schema, refers: _refers, pattern, ...rest } = node as Record<string, unknown>
  const either = rest.anyOf as { type?: string }[] | undefined
  if (either?.length === 2 && either[1]?.type === 'null' && typeof either[0]?.type === 'string') {
    const { anyOf: _anyOf, ...outer } = rest
    return { ...(flat(either[0]) as object), ...outer, type: [either[0].type, 'null'] }
  }
  // A pattern that merely repeats the format is noise to an agent.
  const kept = rest.format === undefined && pattern !== undefined ? { ...rest, pattern } : rest
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, flat(value)]))
}

function titleOf(tool: string): string {
  const words = tool.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
