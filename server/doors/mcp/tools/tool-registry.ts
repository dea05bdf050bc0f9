import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { Operation } from '../../../operations/operation.ts'
import { operations } from '../../../assembly/registry.ts'
import { positionOf, includesTool, wordsOf } from '../../../operations/tool-profiles.ts'
import { wordsOfName } from '../../../platform/words-of-name.ts'
import { toolInput, toolOutput } from './tool-schema.ts'

/** A tool, created once from its operation and shared by every connection. */
export interface ToolEntry {
  operation: Operation
  /** Operations that handle some inputs of the tool instead. */
  variants: Operation[]
  tool: Tool
  /** The tool for project-bound tokens, without the parameter `project`. */
  boundTool: Tool
}

export const idempotencyKeySchema = z.string().min(1).max(255).optional()

export const tools: ReadonlyMap<string, ToolEntry> = new Map(
  operations
    .map(({ operation }) => operation)
    .filter(({ tool }) => tool !== undefined)
    .toSorted((one, other) => positionOf(one.tool!.name) - positionOf(other.tool!.name))
    .map((operation) => [operation.tool!.name, entryOf(operation)]),
)

export const toolList: Tool[] = [...tools.values()].map(({ tool }) => tool)

/** Returns the size of the tool list in bytes, for all tools and for the profile `core`. */
export function toolSizes(): { all: number; core: number } {
  const size = (listed: Tool[]) => Buffer.byteLength(JSON.stringify(listed))
  return { all: size(toolList), core: size(toolList.filter(({ name }) => includesTool('core', name))) }
}

type Shown = Pick<KnownCaller, 'toolProfile' | 'projectId' | 'scopes'>
const lists = new Map<string, Tool[]>()

/**
 * Returns the tools that a token lists: those of its profile that its scopes and its project allow. Cached for each
 * kind of token.
 */
export function toolsFor({ toolProfile, projectId, scopes }: Shown): Tool[] {
  const kind = JSON.stringify([wordsOf(toolProfile), scopes.toSorted(), projectId !== null])
  const known = lists.get(kind)
  if (known) return known
  const shown = [...tools.values()]
    .filter(
      ({ operation }) => includesTool(toolProfile, operation.tool!.name) && isAllowed(operation, scopes),
    )
    .filter(
      ({ operation, variants }) =>
        !projectId || [operation, ...variants].some(({ access }) => !access.wholeOrganization),
    )
    .map(({ tool, boundTool }) => (projectId ? boundTool : tool))
  lists.set(kind, shown)
  return shown
}

/** Returns the operation that handles an input: the first variant that accepts it, or else the operation of the tool. */
export function operationFor({ operation, variants }: ToolEntry, input: object): Operation {
  return variants.find(({ variantOf }) => variantOf!.when(input as Record<string, unknown>)) ?? operation
}

/** Returns a tool of the token's profile by name. The scopes are checked later, for a specific error. */
export function toolFor({ toolProfile }: KnownCaller, name: string): ToolEntry | undefined {
  return includesTool(toolProfile, name) ? tools.get(name) : undefined
}

function isAllowed({ reads, access }: Operation, scopes: KnownCaller['scopes']): boolean {
  return scopes.includes(reads ? 'read' : 'write') && (!access.adminScope || scopes.includes('admin'))
}

function entryOf(operation: Operation): ToolEntry {
  const variants = operations
    .map((each) => each.operation)
    .filter(({ variantOf }) => variantOf?.tool === operation.tool!.name)
  const tool = describe(operation, variants)
  return { operation, variants, tool, boundTool: withoutProject(tool) }
}

function withoutProject(tool: Tool): Tool {
  const { project: _, ...properties } = tool.inputSchema.properties ?? {}
  const { required = [], ...schema } = tool.inputSchema
  const others = required.filter((name) => name !== 'project')
  return {
    ...tool,
    inputSchema: { ...schema, properties, ...(others.length > 0 && { required: others }) },
  }
}

/** Returns the annotations of a tool. A false `readOnlyHint` or `idempotentHint` is the default and is left out. */
function annotationsOf({ reads, destructive, adds, outside }: Operation): Tool['annotations'] {
  const openWorldHint = outside
  if (reads) return { readOnlyHint: true, openWorldHint }
  return { destructiveHint: destructive, ...(!adds && { idempotentHint: true }), openWorldHint }
}

function describe(operation: Operation, variants: readonly Operation[]): Tool {
  const { tool, summary } = operation
  const { name, hint } = tool!
  const outputSchema = toolOutput(operation)
  return {
    name,
    title: wordsOfName(name),
    description: hint ? `${summary} ${hint}` : summary,
    inputSchema: toolInput(operation, variants),
    ...(outputSchema && { outputSchema }),
    annotations: annotationsOf(operation),
  }
}
