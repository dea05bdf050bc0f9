import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server'
import type { App } from '../../../operations/context.ts'
import { rejectField } from '../../../operations/errors.ts'
import { asking } from './ask.ts'
import { complete } from './completion.ts'
import { followedAt } from '../notifications/followed.ts'
import { maxSubscriptions } from '../notifications/interests.ts'
import { getPrompt, promptList } from './prompts.ts'
import { listResources, orProtocolError, readResource, resourceTemplates } from './resources.ts'
import { type Sender, senderOf } from '../sender.ts'
import type { Notifier } from '../notifications/notifier.ts'

/** What a server says that it can. The list of tools changes with the token's profile; that of prompts never does. */
export const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
}

/** Answers all that is no tool: what can be read, prompts, what fits what is being typed, and what a stream is told. */
export function serveContext(app: App, server: Server, told: Notifier): void {
  server.setRequestHandler('resources/list', (request, ctx) =>
    listResources(app, senderOf(ctx), request.params?.cursor),
  )
  server.setRequestHandler('resources/templates/list', () => resourceTemplates)
  server.setRequestHandler('resources/read', (request, ctx) =>
    readResource(app, senderOf(ctx), request.params.uri),
  )
  server.setRequestHandler('resources/subscribe', async (request, ctx) => {
    await follow(app, told, senderOf(ctx), streamOf(ctx), request.params.uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', async (request, ctx) => {
    await told.unfollow(streamOf(ctx), request.params.uri)
    return {}
  })
  server.setRequestHandler('prompts/list', () => promptList)
  server.setRequestHandler('prompts/get', (request, ctx) =>
    getPrompt(app, senderOf(ctx), request.params.name, request.params.arguments ?? {}),
  )
  server.setRequestHandler('completion/complete', (request, ctx) =>
    complete(app, senderOf(ctx), request.params),
  )
  server.setRequestHandler('logging/setLevel', async (request, ctx) => {
    await told.setLevel(streamOf(ctx), request.params.level)
    return {}
  })
}

/** Where it is to be told: without a stream or a session there is no such place. */
function streamOf({ sessionId }: { sessionId?: string }): string {
  if (sessionId !== undefined) return sessionId
  throw new ProtocolError(
    ProtocolErrorCode.InvalidRequest,
    'There is no stream on which you could be told. Begin a session with initialize, or open /mcp/sse.',
  )
}

async function follow(app: App, told: Notifier, sender: Sender, stream: string, uri: string): Promise<void> {
  await orProtocolError(app, sender, async () => {
    const followed = await followedAt(asking(app, sender), sender, uri)
    if (!followed) throw new ResourceNotFoundError(uri)
    if (!(await told.follow(stream, uri, followed)))
      rejectField(
        'uri',
        `One stream follows at most ${maxSubscriptions} addresses. Unsubscribe from one first.`,
      )
  })
}
