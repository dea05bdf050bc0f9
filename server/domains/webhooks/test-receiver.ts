import {
  type Engine,
  type Person,
  type TestServer,
  settled,
  startOwnServer,
  deliverWebhooks,
} from '../../../test/harness.ts'
import { type Receiver, startReceiver } from '../../../test/partners/receiver.ts'
import type { OutputOf } from '../../assembly/client.ts'
import type { Address } from '../../platform/external-url.ts'
import type { WebhookOptions } from './sender.ts'

/** A test server with an organization, a webhook receiver and a clock that tests can move ahead. */
export interface WebhookWorld {
  server: TestServer
  ada: Person
  receiver: Receiver
  options: WebhookOptions & { ahead: () => number }
  /** Fake DNS records by host name. */
  names: Map<string, Address[]>
  createWebhook(input?: Record<string, unknown>): Promise<OutputOf<'webhooks.create'>>
  /** Sends all events that are due. */
  deliver(): Promise<void>
  /** Moves the clock ahead by some seconds and sends all events that are due then. */
  advance(seconds: number): Promise<void>
  /** Resets the clock and the receiver. */
  reset(): void
  /** Creates the deliveries without sending them. */
  follow(): Promise<void>
  onlyDelivery(webhook: { id: string }): Promise<OutputOf<'webhooks.getDelivery'>>
  stop(): Promise<void>
}

export async function startWebhookWorld(engine: Engine): Promise<WebhookWorld> {
  const receiver = await startReceiver()
  let ahead = 0
  const names = new Map<string, Address[]>()
  const options = {
    run: false,
    ahead: () => ahead,
    random: () => 0.5,
    resolve: async (host: string) => names.get(host) ?? [],
  }
  const server = await startOwnServer(
    engine,
    { WEBHOOK_HOSTS: `${receiver.host},rebound.example` },
    { webhooks: options },
  )
  const ada = await server.register('Ada')
  // Deliveries start with the first read of the journal.
  await server.app.webhooks.catchUp()
  return {
    server,
    ada,
    receiver,
    options,
    names,
    createWebhook: (input = {}) =>
      ada.call('webhooks.create', { name: 'CI', url: receiver.url(), events: ['task.*'], ...input }),
    deliver: () => deliverWebhooks(server),
    async advance(seconds) {
      ahead += seconds * 1000
      await deliverWebhooks(server)
    },
    reset() {
      ahead = 0
      receiver.reset()
    },
    async follow() {
      await settled(server.app.database)
      await server.app.webhooks.catchUp()
    },
    async onlyDelivery({ id: webhook }) {
      const { items } = await ada.call('webhooks.listDeliveries', { webhook })
      if (items.length !== 1) throw new Error(`Expected one delivery, but there are ${items.length}.`)
      return ada.call('webhooks.getDelivery', { webhook, delivery: items[0]!.id })
    },
    async stop() {
      await server.stop()
      await receiver.close()
    },
  }
}
