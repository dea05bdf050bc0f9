import {
  type Engine,
  type Person,
  type TestServer,
  settled,
  startOwnServer,
  toolText,
} from '../../../test/harness.ts'
import { type Receiver, startReceiver } from '../../../test/partners/receiver.ts'
import type { OutputOf } from '../../operations/client.ts'
import type { Address } from '../../platform/fetch-external.ts'
import type { WebhookOptions } from './sender.ts'

/** An organization with a receiver, and a clock that tests set forward. */
export interface Hooked {
  server: TestServer
  ada: Person
  receiver: Receiver
  options: WebhookOptions & { ahead: () => number }
  /** What names stand for, where a test says so. */
  names: Map<string, Address[]>
  hook(input?: Record<string, unknown>): Promise<OutputOf<'webhooks.create'>>
  /** Tells what has happened and is due. */
  tell(): Promise<void>
  /** The clock goes forward so many seconds, and what is due then is sent. */
  later(seconds: number): Promise<void>
  /** The clock shows what it is, and the receiver has forgotten what came. */
  reset(): void
  /** Writes down who is to be told, and sends nothing. */
  follow(): Promise<void>
  only(webhook: { id: string }): Promise<OutputOf<'webhooks.getDelivery'>>
  stop(): Promise<void>
}

export async function startHooked(engine: Engine): Promise<Hooked> {
  const receiver = await startReceiver()
  let ahead = 0
  const names = new Map<string, Address[]>()
  const options = {
    ...{ run: false, ahead: () => ahead, random: () => 0.5 },
    resolve: async (host: string) => names.get(host) ?? [],
  }
  const server = await startOwnServer(
    engine,
    { WEBHOOK_HOSTS: `${receiver.host},rebound.example` },
    { webhooks: options },
  )
  const ada = await server.register('Ada')
  // What is told begins with the first look.
  await server.app.webhooks.catchUp()
  return {
    ...{ server, ada, receiver, options, names },
    hook: (input = {}) =>
      ada.call('webhooks.create', { name: 'CI', url: receiver.url(), events: ['task.*'], ...input }),
    tell: () => toolText(server),
    async later(seconds) {
      ahead += seconds * 1000
      await toolText(server)
    },
    reset() {
      ahead = 0
      receiver.reset()
    },
    async follow() {
      await settled(server.app.database)
      await server.app.webhooks.catchUp()
    },
    async only({ id: webhook }) {
      const { items } = await ada.call('webhooks.listDeliveries', { webhook })
      if (items.length !== 1) throw new Error(`There are ${items.length} deliveries, and not one.`)
      return ada.call('webhooks.getDelivery', { webhook, delivery: items[0]!.id })
    },
    async stop() {
      await server.stop()
      await receiver.close()
    },
  }
}
