import type { OutputOf } from '../../client.ts'
import { type Pages, read, readPages } from '../../read.ts'

export type Webhook = OutputOf<'webhooks.list'>['items'][number]
export type NewWebhook = OutputOf<'webhooks.create'>
export type Delivery = OutputOf<'webhooks.listDeliveries'>['items'][number]
export type DeliveryStatus = Delivery['status']
export type Attempt = OutputOf<'webhooks.getDelivery'>['attemptList'][number]

// Delivery results aren't in the journal, so no live event announces them. Polls while an attempt is due.
const pollIntervalMs = 1500
const isDueSoon = ({ status, nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && (status === 'pending' || Date.parse(nextAttemptAt) <= Date.now() + 10_000)

export const deliveriesQuery = (webhook: string, status?: DeliveryStatus) => ({
  ...readPages('webhooks.listDeliveries', { webhook, status, limit: 25 }),
  refetchInterval: ({ state }: { state: { data?: Pages<Delivery> | undefined } }) =>
    state.data?.pages.some(({ items }) => items.some(isDueSoon)) ? pollIntervalMs : (false as const),
})

export const deliveryQuery = (webhook: string, delivery: string) => ({
  ...read('webhooks.getDelivery', { webhook, delivery }),
  refetchInterval: ({ state }: { state: { data?: Delivery | undefined } }) =>
    state.data && isDueSoon(state.data) ? pollIntervalMs : (false as const),
})
