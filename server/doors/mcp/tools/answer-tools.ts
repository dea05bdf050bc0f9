import type { Tool } from '@modelcontextprotocol/server'
import { requireOrganization } from '../../../operations/access.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import { type App, noCookies, type RequestFacts } from '../../../operations/context.ts'
import type { Operation } from '../../../operations/operation.ts'
import { parse } from '../../../operations/perform.ts'
import type { AnswerTools, CheckedWrite, ReadResult } from '../../../operations/services.ts'
import { rejectField } from '../../../errors/errors.ts'
import type { ModelTool } from '../../../platform/language-model/model.ts'
import { withSuggestions } from '../../../assembly/suggest-names.ts'
import { callTool, readArguments } from './call-tool.ts'
import { operationFor, toolFor, toolsFor } from './tool-registry.ts'

/**
 * The changes that an answer can propose. Each adds something, or changes a task, whose old values the trash and the
 * history keep. A tool that removes data, changes rights or contacts other servers must not be listed.
 */
const proposable: readonly string[] = [
  'create_task',
  'update_task',
  'complete_task',
  'create_note',
  'log_decision',
  'store_memory',
  'create_spec',
]

/** Fields that only agents need: their claims, retries and dry runs, and lists that another operation handles. */
const hiddenFields: readonly string[] = ['claim', 'dryRun', 'entries', 'idempotencyKey', 'tasks']
/** Fields of lists that an answer seldom needs. They stay usable. */
const rareFields: readonly string[] = ['cursor', 'fields']

type Call = { name: string; input: Record<string, unknown> }

/** Creates the tools of answers from the MCP tools. The app is created later, so it is read at the time of a call. */
export function createAnswerTools(app: () => App): AnswerTools {
  return {
    reads: (caller) => readsOf(caller).map(lean),
    writes: (caller) => writesOf(caller).map(lean),
    read: (caller, facts, call) => read(app(), caller, facts, call),
    check: (caller, call) => check(app(), caller, call),
  }
}

function readsOf(caller: KnownCaller): Tool[] {
  return toolsFor(caller).filter(
    ({ annotations }) => annotations?.readOnlyHint === true && !annotations.openWorldHint,
  )
}

function writesOf(caller: KnownCaller): Tool[] {
  return toolsFor(caller).filter(({ name }) => proposable.includes(name))
}

function lean({ name, description = '', inputSchema }: Tool): ModelTool {
  const { properties = {}, required = [] } = inputSchema
  const omitted = [...hiddenFields, ...rareFields]
  const shown = Object.entries(properties).filter(([field]) => !omitted.includes(field))
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(shown),
      ...(required.length > 0 && { required }),
    },
  }
}

async function read(
  app: App,
  caller: KnownCaller,
  request: RequestFacts,
  { name, input }: Call,
): Promise<ReadResult> {
  const entry = readsOf(caller).some((tool) => tool.name === name) && toolFor(caller, name)
  // A variant of a tool could write.
  if (!entry || !isHarmlessRead(operationFor(entry, input)))
    return { text: 'This tool is not available.', hasFailed: true, output: undefined }
  const { cancelled } = request
  const { content, isError, structuredContent } = await callTool(
    app,
    { caller, facts: factsFor(request) },
    { name, arguments: input },
    cancelled ? { cancelled } : {},
  )
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { text, hasFailed: isError === true, output: structuredContent }
}

function isHarmlessRead({ reads, outside }: Operation): boolean {
  return reads && !outside
}

async function check(app: App, caller: KnownCaller, { name, input: given }: Call): Promise<CheckedWrite> {
  // A rule of an operation checks the scope too, but a proposal must never appear without it.
  requireOrganization(caller, false, 'guest')
  const entry = writesOf(caller).some((tool) => tool.name === name) && toolFor(caller, name)
  if (!entry) rejectField('tool', 'This tool is not available.')
  const hidden = hiddenFields.find((field) => field !== 'idempotencyKey' && field in given)
  if (hidden) rejectField(hidden, 'Leave this field out. Propose each item with its own call.')
  const operation = operationFor(entry, given)
  if (operation.reads || operation.outside || operation.ownTransactions || operation !== entry.operation)
    rejectField('tool', 'This call is not available.')
  const { input } = readArguments(caller, operation, given)
  try {
    const parsed = parse(operation, input)
    await operation.access.check({ caller, db: app.database, reads: false, hold: false }, parsed)
  } catch (error) {
    throw await withSuggestions(app, caller, error, factsFor(undefined))
  }
  return { operation, input: input as Record<string, unknown> }
}

/** Returns the facts of a call. The version, the idempotency key and the cookies of the request belong to the question. */
function factsFor(request: RequestFacts | undefined): RequestFacts {
  return {
    id: request?.id ?? 'answer',
    network: request?.network ?? '',
    userAgent: request?.userAgent ?? '',
    cookies: noCookies,
  }
}
