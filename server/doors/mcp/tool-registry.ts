import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { KnownCaller } from '../../operations/caller.ts'
import { inputSchemaOf } from '../../operations/json-schema.ts'
import type { Operation } from '../../operations/operation.ts'
import { operations } from '../../operations/registry.ts'
import { shows } from './tool-profiles.ts'

/** The tools of the process: made once from the operations, shared by every connection. */
export interface ToolEntry {
  operation: Operation
  tool: Tool
  /** The same for a token that is bound to a project: the door knows which, so nobody has to say it. */
  boundTool: Tool
}

export const idempotencyKeySchema = z.string().min(1).max(255).optional()

export const tools: ReadonlyMap<string, ToolEntry> = new Map(
  operations
    .filter(({ operation }) => operation.tool)
    .map(({ operation }) => [operation.tool!, entryOf(operation)]),
)

export const toolList: Tool[] = [...tools.values()].map(({ tool }) => tool)

/** The tools that a token is shown: those of its profile, and of its project if it is bound to one. */
export function toolsFor({ toolProfile, projectId }: KnownCaller): Tool[] {
  const shown = [...tools.values()].filter(({ operation }) => shows(toolProfile, operation))
  if (!projectId) return shown.map(({ tool }) => tool)
  return shown
    .filter(({ operation }) => !operation.access.wholeOrganization)
    .map(({ boundTool }) => boundTool)
}

/** What a token may call by this name. */
export function toolFor({ toolProfile }: KnownCaller, name: string): ToolEntry | undefined {
  const entry = tools.get(name)
  return entry && shows(toolProfile, entry.operation) ? entry : undefined
}

function entryOf(operation: Operation): ToolEntry {
  const tool = describe(operation)
  return { operation, tool, boundTool: withoutProject(tool) }
}

function withoutProject(tool: Tool): Tool {
  const { project: _, ...properties } = tool.inputSchema.properties ?? {}
  const required = tool.inputSchema.required?.filter((name) => name !== 'project')
  return { ...tool, inputSchema: { ...tool.inputSchema, properties, ...(required && { required }) } }
}

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
