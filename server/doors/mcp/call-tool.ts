import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { spendCall } from '../../domains/agents/budget.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { Refusal, problem } from '../../operations/errors.ts'
import { perform } from '../../operations/perform.ts'
import type { Sender } from './sender.ts'
import { type ToolEntry, idempotencyKeySchema, toolFor } from './tool-registry.ts'

export async function callTool(
  app: App,
  { caller, facts }: Sender,
  name: string,
  given: object,
): Promise<CallToolResult> {
  const entry = toolFor(caller, name)
  if (!entry) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}".`)
  const { idempotencyKey, ...input } = given as { idempotencyKey?: unknown }
  try {
    await spendCall(app, caller)
    const key = parseKey(entry.operation.reads ? undefined : idempotencyKey)
    const asked = inItsProject(caller, entry, entry.operation.reads ? given : input)
    const { output } = await perform(app, entry.operation, caller, asked, { ...facts, idempotencyKey: key })
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output as never }
  } catch (error) {
    return refusalResult(app, error, facts.id)
  }
}

/** A token that is bound to a project need not name it. If it names another one, it is told that there is none. */
function inItsProject({ projectId }: KnownCaller, { operation }: ToolEntry, input: object): object {
  return projectId && 'project' in operation.input.shape ? { project: projectId, ...input } : input
}

function parseKey(given: unknown): string | undefined {
  const parsed = idempotencyKeySchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid_input', {}, [
    { path: 'idempotencyKey', message: 'Text of 1 to 255 characters.' },
  ])
}

/** What an agent can mend is a result it can read, not an error of the protocol. */
function refusalResult(app: App, error: unknown, requestId: string): CallToolResult {
  if (!(error instanceof Refusal)) app.log.error({ requestId, err: error }, 'a tool call failed')
  const refusal = error instanceof Refusal ? error : new Refusal('internal')
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem(refusal, requestId)) }] }
}
