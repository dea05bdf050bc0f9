import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { App } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { visibleJson } from '../../../platform/visible-text.ts'
import { queryAs } from './query.ts'
import { complete } from './completion.ts'
import { followedAt } from '../notifications/followed.ts'
import { maxSubscriptions } from '../notifications/interests.ts'
import { getPrompt, promptList } from './prompts.ts'
import { listResources, orProtocolError, readResource, resourceTemplates } from './resources.ts'
import type { Handlers, RequestContext } from '../requests.ts'
import type { Sender } from '../sender.ts'
import type { Notifier } from '../notifications/notifier.ts'

/** Returns the handlers of all requests other than tools: resources, prompts, completions and log levels. */
export function contextHandlers(app: App, notifier: Notifier): Omit<Handlers, 'tools/list' | 'tools/call'> {
  return {
    'resources/list': async (params, { sender }) =>
      visibleJson(await listResources(app, sender, params?.cursor)),
    'resources/templates/list': () => resourceTemplates,
    'resources/read': async ({ uri }, { sender }) => visibleJson(await readResource(app, sender, uri)),
    async 'resources/subscribe'({ uri }, ctx) {
      await follow(app, notifier, ctx.sender, streamOf(ctx), uri)
      return {}
    },
    async 'resources/unsubscribe'({ uri }, ctx) {
      await notifier.unfollow(streamOf(ctx), uri)
      return {}
    },
    'prompts/list': () => promptList,
    'prompts/get': async ({ name, arguments: given = {} }, { sender }) =>
      visibleJson(await getPrompt(app, sender, name, given)),
    'completion/complete': async (params, { sender }) => visibleJson(await complete(app, sender, params)),
    async 'logging/setLevel'({ level }, ctx) {
      await notifier.setLevel(streamOf(ctx), level)
      return {}
    },
  }
}

/** Returns the id of the stream for notifications. Rejects a request without a stream or session. */
function streamOf({ sessionId }: RequestContext): string {
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
