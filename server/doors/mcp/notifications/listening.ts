import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Notification, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { App } from '../../../operations/context.ts'
import { reject, rejectField, rejectOverLimit } from '../../../operations/errors.ts'
import type { Admission, Hub } from '../../live/hub.ts'
import { asking } from '../context/ask.ts'
import { followedAt } from './followed.ts'
import { Interests, maxSubscriptions } from './interests.ts'
import type { Sender } from '../sender.ts'
import type { Notifier } from './notifier.ts'

// So many small notices that a client did not take yet, and then it is cut off.
const mostUnread = 5000

/** `subscriptions/listen` of the revision of 2026, as far as it has to be known before it is answered. */
const Listen = z.object({
  method: z.literal('subscriptions/listen'),
  params: z.object({
    notifications: z.object({
      toolsListChanged: z.boolean().optional(),
      resourcesListChanged: z.boolean().optional(),
      resourceSubscriptions: z.array(z.string()).optional(),
    }),
  }),
})

interface Asked {
  sender: Sender
  interests: Interests
  place: Admission
  response: ServerResponse
  taken: boolean
}

/**
 * The streams of `subscriptions/listen`. The SDK answers them and asks a bus for what to tell; a bus has no callers, and
 * would tell one caller's news to another. So each request has its own, which knows whose it is.
 */
export class Listening {
  readonly #app: App
  readonly #hub: Hub
  readonly #told: Notifier
  readonly #asked = new AsyncLocalStorage<Asked>()
  readonly #responses = new Set<ServerResponse>()
  #closing = false

  constructor(hub: Hub, told: Notifier) {
    this.#app = hub.app
    this.#hub = hub
    this.#told = told
  }

  readonly bus: ServerEventBus = {
    // Nobody tells everybody.
    publish() {},
    subscribe: (tell) => this.#subscribe(tell),
  }

  /** Answers a request; of one that wants to listen, it knows what the caller may see before it is answered. */
  async answering(
    sender: Sender,
    body: unknown,
    response: ServerResponse,
    answer: () => Promise<void>,
  ): Promise<void> {
    const listen = Listen.safeParse(body)
    if (!listen.success || !sender.caller.organization) return answer()
    const {
      toolsListChanged,
      resourcesListChanged,
      resourceSubscriptions = [],
    } = listen.data.params.notifications
    const interests = new Interests({
      messages: false,
      lists: resourcesListChanged ?? false,
      tools: toolsListChanged ?? false,
    })
    await this.#follow(sender, interests, resourceSubscriptions)
    const asked = { sender, interests, place: await this.#told.place(sender.caller), response, taken: false }
    try {
      if (this.#closing) reject('stopping')
      this.#responses.add(response)
      response.once('close', () => this.#responses.delete(response))
      await this.#asked.run(asked, answer)
    } finally {
      if (!asked.taken) this.#hub.exit(asked.place)
    }
  }

  /** Of a server that stops: the streams end, and none opens any more. */
  close(): void {
    this.#closing = true
    for (const response of this.#responses) response.destroy()
  }

  /** Of what they may not see nothing is told: it is as if it were not there. */
  async #follow(sender: Sender, interests: Interests, uris: string[]): Promise<void> {
    if (uris.length > maxSubscriptions)
      rejectField('resourceSubscriptions', `One stream follows at most ${maxSubscriptions} addresses.`)
    const ask = asking(this.#app, sender)
    const { rateLimits, config } = this.#app
    for (const uri of new Set(uris)) {
      // Each is as much as a request of its own.
      rejectOverLimit(rateLimits.count(`credential ${sender.caller.credentialId}`, config.RATE_LIMIT_MCP))
      const followed = await followedAt(ask, sender, uri)
      if (followed) interests.follow(uri, followed)
    }
  }

  #subscribe(tell: (event: ServerEvent) => void): () => void {
    const asked = this.#asked.getStore()
    if (!asked) return () => {}
    asked.taken = true
    const { interests, sender, place, response } = asked
    let unread = 0
    const listener = this.#told.take(place, {
      ...{ caller: sender.caller, interests },
      notify(notification) {
        unread = response.writableNeedDrain ? unread + 1 : 0
        if (unread > mostUnread) response.destroy()
        else tell(eventOf(notification))
      },
      end: () => void response.destroy(),
    })
    return () => this.#hub.part(listener)
  }
}

function eventOf({ method, params }: Notification): ServerEvent {
  if (method === 'notifications/tools/list_changed') return { kind: 'tools_list_changed' }
  if (method === 'notifications/resources/list_changed') return { kind: 'resources_list_changed' }
  return { kind: 'resource_updated', uri: params!.uri as string }
}
