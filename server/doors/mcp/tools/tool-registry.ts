import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { Operation } from '../../../operations/operation.ts'
import { operations } from '../../../operations/registry.ts'
import { placeOf, shows, wordsOf } from './tool-profiles.ts'
import { toolInput } from './tool-schema.ts'

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
    .map(({ operation }) => operation)
    .filter(({ tool }) => tool !== undefined)
    .toSorted((one, other) => placeOf(one.tool!) - placeOf(other.tool!))
    .map((operation) => [operation.tool!, entryOf(operation)]),
)

export const toolList: Tool[] = [...tools.values()].map(({ tool }) => tool)

/** How many bytes an agent reads: of everything, and of what is needed every day. */
export function toolSizes(): { all: number; core: number } {
  const size = (listed: Tool[]) => Buffer.byteLength(JSON.stringify(listed))
  return { all: size(toolList), core: size(toolList.filter(({ name }) => shows('core', name))) }
}

type Shown = Pick<KnownCaller, 'toolProfile' | 'projectId' | 'scopes'>
const lists = new Map<string, Tool[]>()

/**
 * The tools that a token is shown: those of its profile that it may call, by its scopes and if it is bound to a project.
 * One list for each kind of token, whoever holds it.
 */
export function toolsFor({ toolProfile, projectId, scopes }: Shown): Tool[] {
  const kind = JSON.stringify([wordsOf(toolProfile), scopes.toSorted(), projectId !== null])
  const known = lists.get(kind)
  if (known) return known
  const shown = [...tools.values()]
    .filter(({ operation }) => shows(toolProfile, operation.tool!) && mayBeCalled(operation, scopes))
    .filter(({ operation }) => !projectId || !operation.access.wholeOrganization)
    .map(({ tool, boundTool }) => (projectId ? boundTool : tool))
  lists.set(kind, shown)
  return shown
}

/** What a token may call by this name. One that its scopes do not allow is refused with the sentence for that. */
export function toolFor({ toolProfile }: KnownCaller, name: string): ToolEntry | undefined {
  return shows(toolProfile, name) ? tools.get(name) : undefined
}

function mayBeCalled({ reads, access }: Operation, scopes: KnownCaller['scopes']): boolean {
  return scopes.includes(reads ? 'read' : 'write') && (!access.adminScope || scopes.includes('admin'))
}

function entryOf(operation: Operation): ToolEntry {
  const tool = describe(operation)
  return { operation, tool, boundTool: withoutProject(tool) }
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

function describe(operation: Operation): Tool {
  const { tool, summary, hint, reads, destructive, adds, outside } = operation
  return {
    name: tool!,
    title: titleOf(tool!),
    description: hint ? `${summary} ${hint}` : summary,
    inputSchema: toolInput(operation),
    annotations: {
      readOnlyHint: reads,
      // Of what only reads, the protocol gives these two no meaning.
      ...(!reads && { destructiveHint: destructive, idempotentHint: !adds }),
      openWorldHint: outside,
    },
  }
}

function titleOf(tool: string): string {
  const words = tool.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
