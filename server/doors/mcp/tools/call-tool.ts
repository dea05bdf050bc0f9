import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { spendCall } from '../../../domains/agents/budget.ts'
import type { KnownCaller } from '../../../operations/caller.ts'
import type { App, RequestFacts } from '../../../operations/context.ts'
import { OperationError, inQuotes, problem } from '../../../operations/errors.ts'
import { inputSchemaOf, type ObjectSchema } from '../../../operations/json-schema.ts'
import { didYouMean, nearest } from '../../../operations/nearest.ts'
import type { Operation } from '../../../operations/operation.ts'
import { perform } from '../../../operations/perform.ts'
import { withSuggestions } from '../../suggest-names.ts'
import { type Output, toolResponse } from './tool-response.ts'
import { everyField } from './lenient-input.ts'
import type { Sender } from '../sender.ts'
import { type ToolEntry, idempotencyKeySchema, toolFor, toolsFor } from './tool-registry.ts'
import { partWanted } from './wanted.ts'

/** What the protocol gives a call besides its arguments: that it was taken back, and who wants to hear how far it is. */
export type CallFacts = Pick<RequestFacts, 'cancelled' | 'progress'>

export async function callTool(
  app: App,
  { caller, facts }: Sender,
  name: string,
  given: object,
  ofCall: CallFacts = {},
): Promise<CallToolResult> {
  const entry = toolFor(caller, name)
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, noSuchTool(caller, name))
  const { operation } = entry
  try {
    await spendCall(app, caller)
    const { idempotencyKey, ...rest } = given as { idempotencyKey?: unknown }
    const key = parseKey(operation.reads ? undefined : idempotencyKey)
    const { wanted, input } = partWanted(operation, operation.reads ? given : rest)
    const asked = inItsProject(caller, entry, everyField(input, schemaOf(operation)))
    const request: RequestFacts = { ...facts, ...ofCall, ...(key !== undefined && { idempotencyKey: key }) }
    const ask = async (what: object) => {
      const { output } = await perform(app, operation, caller, what, request)
      return output as Output
    }
    const answer = await toolResponse(operation, asked, await ask(asked), wanted, ask)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    return refusalResult(app, await withSuggestions(app, caller, error, facts), facts.id)
  }
}

const schemas = new WeakMap<Operation, ObjectSchema>()

/** With every field that it takes: the tool's own schema leaves out the rare ones. */
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

/** A token that is bound to a project need not name it. If it names another one, it is told that there is none. */
function inItsProject({ projectId }: KnownCaller, { operation }: ToolEntry, input: object): object {
  return projectId && 'project' in operation.input.shape ? { project: projectId, ...input } : input
}

function parseKey(given: unknown): string | undefined {
  const parsed = idempotencyKeySchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new OperationError('invalid_input', {}, [
    { path: 'idempotencyKey', message: 'Text of 1 to 255 characters.' },
  ])
}

/** What an agent can mend is a result it can read, not an error of the protocol. */
function refusalResult(app: App, error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof OperationError)) app.log.error({ requestId, err: error }, 'a tool call failed')
  const refusal = error instanceof OperationError ? error : new OperationError('internal')
  const text = JSON.stringify(problem(refusal, requestId, app.config.APP_URL))
  return { isError: true, content: [{ type: 'text', text }] }
}
