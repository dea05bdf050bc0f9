import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import type { App } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { visibleJson } from '../../../platform/visible-text.ts'
import { queryAs } from './query.ts'
import { complete } from './completion.ts'
import { followedAt } from '../notifications/followed.ts'
import { maxSubscriptions } from '../notifications/interests.ts'
import { getPrompt, promptList } from './prompts.ts'
import { listResources, orProtocolError, readResource, resourceTemplates } from './resources.ts'
import { type Sender, senderOf } from '../sender.ts'
import type { Notifier } from '../notifications/notifier.ts'

/**
 * The capabilities of the server. The tool list changes with the profile of the token. The prompt list never changes.
 */
export const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
}

/** Handles all requests other than tools: resources, prompts, completions and log levels. */
export function serveContext(app: App, server: Server, notifier: Notifier): void {
  server.setRequestHandler('resources/list', async (request, ctx) =>
    visibleJson(await listResources(app, senderOf(ctx), request.params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => resourceTemplates)
  server.setRequestHandler('resources/read', async (request, ctx) =>
    visibleJson(await readResource(app, senderOf(ctx), request.params.uri)),
  )
  server.setRequestHandler('resources/subscribe', async (request, ctx) => {
    await follow(app, notifier, senderOf(ctx), streamOf(ctx), request.params.uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async (request, ctx) => {
    await notifier.unfollow(streamOf(ctx), request.params.uri)
    return {}
  })
  server.setRequestHandler('prompts/list', () => promptList)
  server.setRequestHandler('prompts/get', async (request, ctx) =>
    visibleJson(await getPrompt(app, senderOf(ctx), request.params.name, request.params.arguments ?? {})),
  )
  server.setRequestHandler('completion/complete', async (request, ctx) =>
    visibleJson(await complete(app, senderOf(ctx), request.params)),
  )
  server.setRequestHandler('logging/setLevel', async (request, ctx) => {
    await notifier.setLevel(streamOf(ctx), request.params.level)
    return {}
  })
}

/** Returns the id of the stream for notifications. Rejects a request without a stream or session. */
function streamOf({ sessionId }: { sessionId?: string }): string {
  if (sessionId !== undefined) return sessionId
  throw new ProtocolError(
    ProtocolErrorCode.InvalidRequest,
    'There is no stream for notifications. Start a session with initialize, or open /mcp/sse.',
  )
}

async function follow(
  app: App,
  notifier: Notifier,
  sender: Sender,
  stream: string,
  uri: string,
): Promise<void> {
  await orProtocolError(app, sender, async () => {
    const followed = await followedAt(queryAs(app, sender), uri)
    if (!followed) throw new ResourceNotFoundError(uri)
    if (!(await notifier.follow(stream, uri, followed)))
      rejectField(
        'uri',
        `A stream can subscribe to at most ${maxSubscriptions} URIs. Unsubscribe from one first.`,
      )
  })
}
