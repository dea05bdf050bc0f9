import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Notification, ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { App } from '../../../operations/context.ts'
import { reject, rejectField, rejectOverLimit } from '../../../errors/errors.ts'
import type { Admission, Hub } from '../../live/hub.ts'
import { queryAs } from '../context/query.ts'
import { followedAt } from './followed.ts'
import { Interests, maxSubscriptions } from './interests.ts'
import type { Sender } from '../sender.ts'
import type { Notifier } from './notifier.ts'

// A client with more unread notifications is disconnected.
const maxUnread = 5000

/** The fields of `subscriptions/listen` (2026 revision) that are needed before the SDK handles the request. */
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

interface PendingStream {
  sender: Sender
  interests: Interests
  admission: Admission
  response: ServerResponse
  isSubscribed: boolean
}

/**
 * The streams of `subscriptions/listen`. The SDK serves them from an event bus, which does not know callers and would
 * send one caller's events to another. Async context therefore links each subscription to its request.
 */
export class Listening {
  readonly #app: App
  readonly #hub: Hub
  readonly #notifier: Notifier
  readonly #pending = new AsyncLocalStorage<PendingStream>()
  readonly #responses = new Set<ServerResponse>()
  #closing = false

  constructor(hub: Hub, notifier: Notifier) {
    this.#app = hub.app
    this.#hub = hub
    this.#notifier = notifier
  }

  readonly bus: ServerEventBus = {
    // There are no events for all callers.
    publish() {},
    subscribe: (send) => this.#subscribe(send),
  }

  /** Handles a request. For `subscriptions/listen`, checks the caller's access to the URIs first. */
  async handle(
    sender: Sender,
    body: unknown,
    response: ServerResponse,
    next: () => Promise<void>,
  ): Promise<void> {
    const listen = Listen.safeParse(body)
    if (!listen.success || !sender.caller.organization) return next()
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
    const admission = await this.#notifier.admit(sender.caller)
    const pending = { sender, interests, admission, response, isSubscribed: false }
    try {
      if (this.#closing) reject('stopping')
      this.#responses.add(response)
      response.once('close', () => this.#responses.delete(response))
      await this.#pending.run(pending, next)
    } finally {
      if (!pending.isSubscribed) this.#hub.exit(pending.admission)
    }
  }

  /** Ends all streams and rejects new ones, because the server shuts down. */
  close(): void {
    this.#closing = true
    for (const response of this.#responses) response.destroy()
  }

  /** Follows the URIs. Ignores those that the sender can't see, as if they did not exist. */
  async #follow(sender: Sender, interests: Interests, uris: string[]): Promise<void> {
    if (uris.length > maxSubscriptions)
      rejectField('resourceSubscriptions', `A stream can subscribe to at most ${maxSubscriptions} URIs.`)
    const query = queryAs(this.#app, sender)
    const { rateLimits, settings } = this.#app
    for (const uri of new Set(uris)) {
      // Each URI counts as one request.
      rejectOverLimit(
        rateLimits.count(`credential ${sender.caller.credentialId}`, settings.get('limits.mcp')),
      )
      const followed = await followedAt(query, uri)
      if (followed) interests.follow(uri, followed)
    }
  }

  #subscribe(send: (event: ServerEvent) => void): () => void {
    const pending = this.#pending.getStore()
    if (!pending) return () => {}
    pending.isSubscribed = true
    const { interests, sender, admission, response } = pending
    let unread = 0
    const listener = this.#notifier.addListener(admission, {
      caller: sender.caller,
      interests,
      notify(notification) {
        unread = response.writableNeedDrain ? unread + 1 : 0
        if (unread > maxUnread) response.destroy()
        else send(eventOf(notification))
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
