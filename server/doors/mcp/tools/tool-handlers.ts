import type { CallToolRequest } from '@modelcontextprotocol/server'
import { noteFirstCall } from '../../../domains/auth/credentials/note-first-call.ts'
import { noteSignOfLife } from '../../../domains/memory/sessions/sign-of-life.ts'
import type { App } from '../../../operations/context.ts'
import type { Handlers, RequestContext } from '../requests.ts'
import { type CallFacts, callTool } from './call-tool.ts'
import { toolsFor } from './tool-registry.ts'

/** Returns the handlers of the requests for tools. */
export function toolHandlers(app: App): Pick<Handlers, 'tools/list' | 'tools/call'> {
  return {
    'tools/list': (_, { sender }) => ({ tools: toolsFor(sender.caller) }),
    async 'tools/call'(params, ctx) {
      const { sender } = ctx
      if (sender.caller.neverCalled) await recordFirstCall(app, ctx)
      void noteSignOfLife(app, sender.caller)
      return callTool(app, sender, params, factsOfCall(ctx, params))
    },
  }
}

/** Returns the cancellation signal of a call, and a progress callback if the client sent a progress token. */
function factsOfCall(
  { signal, notify }: RequestContext,
  { _meta: meta }: CallToolRequest['params'],
): CallFacts {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return { cancelled: signal }
  let latest = -1
  return {
    cancelled: signal,
    progress(progress, total, message) {
      // A retried transaction reports from the start again, but the protocol requires increasing values.
      if (progress <= latest) return
      latest = progress
      const params = { progressToken, progress, total, message }
      // The call does not depend on the delivery.
      void notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** Records the first call of a token, which the dashboard waits for. A failure must not fail the call. */
async function recordFirstCall(
  app: App,
  { sender: { caller, facts }, client }: RequestContext,
): Promise<void> {
  const name = client ? `${client.title ?? client.name} ${client.version}` : null
  await noteFirstCall(app, caller, name, facts).catch((error: Error) =>
    app.log.warn(
      { requestId: facts.id, reason: error.message },
      'the first call of a token was not recorded',
    ),
  )
}
