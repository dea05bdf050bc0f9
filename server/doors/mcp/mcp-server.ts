import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type AuthInfo,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { spendCall } from '../../domains/agents/budget.ts'
import { noteFirstCall } from '../../domains/credentials/note-first-call.ts'
import { noteSignOfLife } from '../../domains/sessions/sign-of-life.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { Refusal, problem } from '../../operations/errors.ts'
import { perform } from '../../operations/perform.ts'
import { type ToolEntry, idempotencyKeySchema, toolFor, toolsFor } from './tool-registry.ts'

/** Who sent a message and with which request: found anew for each one, so that a revoked token stops working at once. */
export interface Sender {
  caller: KnownCaller
  facts: RequestFacts
}

// The first 500 characters are what every client reads.
const instructions =
  'Baton keeps the work of people and agents together. Name things as people do: a project by its slug, a task by its ' +
  'number (WEB-42), yourself as "me". Take work with claim_task: it is yours for 15 minutes, so renew the claim while ' +
  'you work and send its number with what you write. Complete it with notes for whoever comes next, or release it. ' +
  'See all there is with list_tasks. Deleted things come back with restore_item. Pass an idempotencyKey to repeat a write.'

/** One for each connection: cheap, because the tools are the process's and not its own. */
export function createMcpServer(app: App): Server {
  const server = new Server(
    { name: 'baton', title: 'Baton', version: '0.1.0' },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler('tools/list', (_, ctx) => ({ tools: toolsFor(senderOf(ctx).caller) }))
  server.setRequestHandler('tools/call', async (request, ctx) => {
    const sender = senderOf(ctx)
    if (sender.caller.neverCalled) await tellFirstCall(app, sender, server)
    void noteSignOfLife(app, sender.caller)
    return callTool(app, sender, request.params.name, request.params.arguments ?? {})
  })
  return server
}

function senderOf(ctx: { http?: { authInfo?: AuthInfo } }): Sender {
  const sender = (ctx.http?.authInfo as SenderInfo | undefined)?.extra
  if (!sender) throw new Error('A message arrived without its sender.')
  return sender
}

/** That somebody waits to see this is no reason for the call itself to fail. */
async function tellFirstCall(app: App, { caller, facts }: Sender, server: Server): Promise<void> {
  const client = server.getClientVersion()
  const name = client ? `${client.title ?? client.name} ${client.version}` : null
  await noteFirstCall(app, caller, name, facts).catch((error: Error) =>
    app.log.warn({ requestId: facts.id, reason: error.message }, 'a first call was not noted'),
  )
}

interface SenderInfo extends AuthInfo {
  extra: Sender & Record<string, unknown>
}

/** The sender in the form in which the SDK passes it along with the message. */
export function senderInfo(sender: Sender): SenderInfo {
  return {
    token: '',
    clientId: sender.caller.credentialId,
    scopes: [...sender.caller.scopes],
    extra: { ...sender },
  }
}

async function callTool(
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
