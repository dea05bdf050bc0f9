import type { OutputOf } from '../../client.ts'
import { type Pages, read, readPages } from '../../read.ts'

export type Webhook = OutputOf<'webhooks.list'>['items'][number]
export type NewWebhook = OutputOf<'webhooks.create'>
export type Delivery = OutputOf<'webhooks.listDeliveries'>['items'][number]
export type DeliveryStatus = Delivery['status']
export type Attempt = OutputOf<'webhooks.getDelivery'>['attemptList'][number]

// What comes of a delivery stands in no journal, so nobody is told: who looks looks again while something is under way.
const soon = 1500
const underWay = ({ status, nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && (status === 'pending' || Date.parse(nextAttemptAt) <= Date.now() + 10_000)

export const deliveriesQuery = (webhook: string, status?: DeliveryStatus) => ({
  ...readPages('webhooks.listDeliveries', { webhook, status, limit: 25 }),
  refetchInterval: ({ state }: { state: { data?: Pages<Delivery> | undefined } }) =>
    state.data?.pages.some(({ items }) => items.some(underWay)) ? soon : (false as const),
})

export const deliveryQuery = (webhook: string, delivery: string) => ({
  ...read('webhooks.getDelivery', { webhook, delivery }),
  refetchInterval: ({ state }: { state: { data?: Delivery | undefined } }) =>
    state.data && underWay(state.data) ? soon : (false as const),
})
