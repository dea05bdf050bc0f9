import { Server, type ServerContext } from '@modelcontextprotocol/server'
import { noteFirstCall } from '../../domains/credentials/note-first-call.ts'
import { noteSignOfLife } from '../../domains/sessions/sign-of-life.ts'
import type { App } from '../../operations/context.ts'
import { capabilities, serveContext } from './context/context.ts'
import { type Sender, senderOf } from './sender.ts'
import type { Notifier } from './notifications/notifier.ts'
import { type CallFacts, callTool } from './tools/call-tool.ts'
import { toolsFor } from './tools/tool-registry.ts'

// The first 500 characters are what every client reads.
const instructions =
  'In Baton people and agents work together. Name things as people do: a project by its slug, a task by its ' +
  'number (WEB-42), yourself as "me". Start with resume_session or create_session. Take work with claim_task: it is yours ' +
  'for 15 minutes, so renew it as you go, and send the claim number with what you write. End with complete_task and notes ' +
  'for whoever comes next, or release it. Keep what you learn: store_memory. Undo with restore_item. A write repeated with ' +
  'its idempotencyKey is done once.'

/** One for each connection: cheap, because the tools are the process's and not its own. */
export function createMcpServer(app: App, told: Notifier): Server {
  const server = new Server(
    { name: 'baton', title: 'Baton', version: '0.1.0' },
    { capabilities, instructions },
  )
  server.setRequestHandler('tools/list', (_, ctx) => ({ tools: toolsFor(senderOf(ctx).caller) }))
  server.setRequestHandler('tools/call', async (request, ctx) => {
    const sender = senderOf(ctx)
    if (sender.caller.neverCalled) await tellFirstCall(app, sender, server)
    void noteSignOfLife(app, sender.caller)
    return callTool(app, sender, request.params.name, request.params.arguments ?? {}, factsOfCall(ctx))
  })
  serveContext(app, server, told)
  return server
}

/** A client that sends a token with its call is told how far it is; one that cancels it is not answered. */
function factsOfCall({ mcpReq: { signal, notify, _meta } }: ServerContext): CallFacts {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { cancelled: signal }
  let told = -1
  return {
    cancelled: signal,
    progress(progress, total, message) {
      // A transaction that is tried again begins anew, but the protocol wants it to grow.
      if (progress <= told) return
      told = progress
      const params = { progressToken, progress, total, message }
      // Whether it arrives is nothing that the call depends on.
      void notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** That somebody waits to see this is no reason for the call itself to fail. */
async function tellFirstCall(app: App, { caller, facts }: Sender, server: Server): Promise<void> {
  const client = server.getClientVersion()
  const name = client ? `${client.title ?? client.name} ${client.version}` : null
  await noteFirstCall(app, caller, name, facts).catch((error: Error) =>
    app.log.warn({ requestId: facts.id, reason: error.message }, 'a first call was not noted'),
  )
}
