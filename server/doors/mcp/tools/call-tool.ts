import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { countRejected, spendCall } from '../../../domains/agents/budget.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { OperationError, inQuotes } from '../../../errors/errors.ts'
import { inputSchemaOf, type ObjectSchema } from '../../../operations/json-schema.ts'
import { didYouMean, nearest } from '../../../operations/nearest.ts'
import type { Operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import { categoryOf } from '../../../operations/tool-profiles.ts'
import { visibleWithJson } from '../../../platform/visible-text.ts'
import { withSuggestions } from '../../../assembly/suggest-names.ts'
import { type Output, toolResponse } from './tool-response.ts'
import { coerceInput } from './lenient-input.ts'
import { rejectionResult } from './rejection.ts'
import { requireArguments } from '../transports/large-messages.ts'
import type { Sender } from '../sender.ts'
import { idempotencyKeySchema, operationFor, toolFor, tools, toolsFor } from './tool-registry.ts'
import { splitResponseOptions } from './response-options.ts'

/** The cancellation signal and the progress callback of a call. */
export type CallFacts = Pick<RequestFacts, 'cancelled' | 'progress'>

type ToolCall = CallToolRequest['params']

export async function callTool(
  app: App,
  { caller, facts }: Sender,
  call: ToolCall,
  callFacts: CallFacts = {},
): Promise<CallToolResult> {
  const { name, arguments: given = {} } = call
  const entry = toolFor(caller, name)
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool(caller, name))
  const operation = operationFor(entry, given)
  try {
    await spendCall(app, caller)
    requireArguments(call)
    const { key, options, input } = readArguments(caller, operation, given)
    const request: RequestFacts = {
      ...facts,
      ...callFacts,
      ...(key !== undefined && { idempotencyKey: key }),
    }
    const run = async (each: object) => {
      const { output } = await perform(app, operation, caller, each, request)
      return output as Output
    }
    const response = await toolResponse(operation, input, await run(input), options, run)
    const { value: structuredContent, json: text } = visibleWithJson(response)
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (error) {
    const { detail } = given as { detail?: unknown }
    await countRejected(app, caller, error instanceof OperationError ? error.code : 'internal')
    const hinted = await withSuggestions(app, caller, error, facts)
    return rejectionResult(app, hinted, { requestId: facts.id, detail })
  }
}

/** Many more than any tool has. Every step of a call copies them, so thousands would take long. */
const maxArguments = 200

/** Splits the arguments of a call into the input of the operation and the options of the door. */
export function readArguments(caller: KnownCaller, operation: Operation, given: object) {
  if (Object.keys(given).length > maxArguments)
    throw new OperationError('invalid_input', {}, [
      { path: '', message: `A call has at most ${maxArguments} arguments.` },
    ])
  const { idempotencyKey, ...rest } = given as { idempotencyKey?: unknown }
  const key = parseKey(operation.reads ? undefined : idempotencyKey)
  const fields = withoutSelectors(operation, operation.reads ? given : rest)
  const { options, input } = splitResponseOptions(operation, fields)
  return {
    key,
    options,
    input: withBoundProject(caller, operation, coerceInput(input, schemaOf(operation))),
  }
}

const schemas = new WeakMap<Operation, ObjectSchema>()

/** Returns the schema with every field. The schema of the tool omits rare fields. */
function schemaOf(operation: Operation): ObjectSchema {
  let schema = schemas.get(operation)
  if (!schema) schemas.set(operation, (schema = inputSchemaOf(operation)))
  return schema
}

function noSuchTool(caller: KnownCaller, name: string): string {
  const category = tools.has(name) && categoryOf(name)
  if (category)
    return `The profile "${caller.toolProfile}" of this token hides the tool "${name}". Ask its owner to add "${category}" to the profile, or use another token.`
  const near = nearest(
    name,
    toolsFor(caller).map((tool) => tool.name),
  )
  return `There is no tool "${inQuotes(name)}". ${didYouMean(near)}`.trim()
}

/** Removes the fields that only select a variant of the tool. */
function withoutSelectors({ variantOf }: Operation, given: object): object {
  const names = variantOf?.without
  if (!names) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
}

/** Fills in the project of a project-bound token. Another project that the caller names is rejected as not found. */
function withBoundProject({ projectId }: KnownCaller, operation: Operation, input: object): object {
  return projectId && 'project' in operation.input.shape ? { project: projectId, ...input } : input
}

function parseKey(given: unknown): string | undefined {
  const parsed = idempotencyKeySchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new OperationError('invalid_input', {}, [
    { path: 'idempotencyKey', message: 'Must have 1 to 255 characters.' },
  ])
}
