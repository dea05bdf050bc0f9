import { Server } from '@modelcontextprotocol/server'
import { noteFirstCall } from '../../domains/credentials/note-first-call.ts'
import { noteSignOfLife } from '../../domains/sessions/sign-of-life.ts'
import type { App } from '../../operations/context.ts'
import { callTool } from './call-tool.ts'
import { contextCapabilities, serveContext } from './context.ts'
import { type Sender, senderOf } from './sender.ts'
import type { Told } from './told.ts'
import { toolsFor } from './tool-registry.ts'

// The first 500 characters are what every client reads.
const instructions =
  'Baton keeps the work of people and agents together. Name things as people do: a project by its slug, a task by its ' +
  'number (WEB-42), yourself as "me". Take work with claim_task: it is yours for 15 minutes, so renew the claim while ' +
  'you work and send its number with what you write. Complete it with notes for whoever comes next, or release it. ' +
  'See all there is with list_tasks. Deleted things come back with restore_item. Pass an idempotencyKey to repeat a write.'

/** One for each connection: cheap, because the tools are the process's and not its own. */
export function createMcpServer(app: App, told: Told): Server {
  const server = new Server(
    { name: 'baton', title: 'Baton', version: '0.1.0' },
    { capabilities: { tools: {}, ...contextCapabilities }, instructions },
  )
  server.setRequestHandler('tools/list', (_, ctx) => ({ tools: toolsFor(senderOf(ctx).caller) }))
  server.setRequestHandler('tools/call', async (request, ctx) => {
    const sender = senderOf(ctx)
    if (sender.caller.neverCalled) await tellFirstCall(app, sender, server)
    void noteSignOfLife(app, sender.caller)
    return callTool(app, sender, request.params.name, request.params.arguments ?? {})
  })
  serveContext(app, server, told)
  return server
}

/** That somebody waits to see this is no reason for the call itself to fail. */
async function tellFirstCall(app: App, { caller, facts }: Sender, server: Server): Promise<void> {
  const client = server.getClientVersion()
  const name = client ? `${client.title ?? client.name} ${client.version}` : null
  await noteFirstCall(app, caller, name, facts).catch((error: Error) =>
    app.log.warn({ requestId: facts.id, reason: error.message }, 'a first call was not noted'),
  )
}
