import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import type { App } from '../../operations/context.ts'
import { refuseField } from '../../operations/errors.ts'
import { asking } from './ask.ts'
import { complete } from './completion.ts'
import { followedAt } from './followed.ts'
import { interestsOf, mostFollowed } from './interests.ts'
import { getPrompt, promptList } from './prompts.ts'
import { listResources, orProtocolError, readResource, resourceTemplates } from './resources.ts'
import { type Sender, senderOf } from './sender.ts'

/** What a server says that it can, besides tools. The list of tools of a token and that of prompts never change. */
export const contextCapabilities = {
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
}

/** Answers all that is no tool: what can be read, prompts, what fits what is being typed, and what a stream is told. */
export function serveContext(app: App, server: Server): void {
  server.setRequestHandler('resources/list', (request, ctx) =>
    listResources(app, senderOf(ctx), request.params?.cursor),
  )
  server.setRequestHandler('resources/templates/list', () => resourceTemplates)
  server.setRequestHandler('resources/read', (request, ctx) =>
    readResource(app, senderOf(ctx), request.params.uri),
  )
  server.setRequestHandler('resources/subscribe', (request, ctx) =>
    subscribe(app, senderOf(ctx), server, request.params.uri),
  )
  server.setRequestHandler('resources/unsubscribe', (request) => {
    interestsOf(server).unfollow(request.params.uri)
    return {}
  })
  server.setRequestHandler('prompts/list', () => promptList)
  server.setRequestHandler('prompts/get', (request, ctx) =>
    getPrompt(app, senderOf(ctx), request.params.name, request.params.arguments ?? {}),
  )
  server.setRequestHandler('completion/complete', (request, ctx) =>
    complete(app, senderOf(ctx), request.params),
  )
  server.setRequestHandler('logging/setLevel', (request) => {
    interestsOf(server).level = request.params.level
    return {}
  })
}

async function subscribe(app: App, sender: Sender, server: Server, uri: string): Promise<object> {
  return orProtocolError(app, sender, async () => {
    const interests = interestsOf(server)
    if (interests.followed.size >= mostFollowed && !interests.followed.has(uri))
      refuseField('uri', `One stream follows at most ${mostFollowed} addresses. Take leave of one first.`)
    const followed = await followedAt(asking(app, sender), sender, uri)
    if (!followed) throw new ResourceNotFoundError(uri)
    interests.follow(uri, followed)
    return {}
  })
}
