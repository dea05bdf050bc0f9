import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { spendCall } from '../../../domains/agents/budget.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { OperationError, inQuotes, problem } from '../../../errors/errors.ts'
import { inputSchemaOf, type ObjectSchema } from '../../../operations/json-schema.ts'
import { didYouMean, nearest } from '../../../operations/nearest.ts'
import type { Operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import { withSuggestions } from '../../../assembly/suggest-names.ts'
import { type Output, toolResponse } from './tool-response.ts'
import { coerceFields } from './lenient-input.ts'
import type { Sender } from '../sender.ts'
import { idempotencyKeySchema, operationFor, toolFor, toolsFor } from './tool-registry.ts'
import { splitResponseOptions } from './response-options.ts'

/** The cancellation signal and the progress callback of a call. */
export type CallFacts = Pick<RequestFacts, 'cancelled' | 'progress'>

export async function callTool(
  app: App,
  { caller, facts }: Sender,
  name: string,
  given: object,
  callFacts: CallFacts = {},
): Promise<CallToolResult> {
  const entry = toolFor(caller, name)
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool(caller, name))
  const operation = operationFor(entry, given)
  try {
    await spendCall(app, caller)
    const { idempotencyKey, ...rest } = given as { idempotencyKey?: unknown }
    const key = parseKey(operation.reads ? undefined : idempotencyKey)
    const fields = withoutSelectors(operation, operation.reads ? given : rest)
    const { options, input: rawInput } = splitResponseOptions(operation, fields)
    const input = withBoundProject(caller, operation, coerceFields(rawInput, schemaOf(operation)))
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
    return { content: [{ type: 'text', text: JSON.stringify(response) }], structuredContent: response }
  } catch (error) {
    return errorResult(app, await withSuggestions(app, caller, error, facts), facts.id)
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

/** Returns an error as a tool result, which agents can read and correct, and not as a protocol error. */
function errorResult(app: App, error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof OperationError)) app.log.error({ requestId, err: error }, 'a tool call failed')
  const rejection = error instanceof OperationError ? error : new OperationError('internal')
  const text = JSON.stringify(problem(rejection, requestId, app.config.APP_URL))
  return { isError: true, content: [{ type: 'text', text }] }
}
