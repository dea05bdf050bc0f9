import { queryOptions } from '@tanstack/react-query'
import { type OutputOf, call } from '../../client.ts'
import { type Pages, pagesQuery } from '../../pages-query.ts'

export type Webhook = OutputOf<'webhooks.list'>['items'][number]
export type NewWebhook = OutputOf<'webhooks.create'>
export type Delivery = OutputOf<'webhooks.listDeliveries'>['items'][number]
export type DeliveryStatus = Delivery['status']
export type Attempt = OutputOf<'webhooks.getDelivery'>['attemptList'][number]

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  // One page is enough: an organization can have up to 20.
  queryFn: async ({ signal }) => (await call('webhooks.list', {}, { signal })).items,
})

// Delivery results aren't in the journal, so no live event announces them. Polls while an attempt is due.
const pollIntervalMs = 1500
const isDueSoon = ({ status, nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && (status === 'pending' || Date.parse(nextAttemptAt) <= Date.now() + 10_000)

export const deliveriesQuery = (webhook: string, status?: DeliveryStatus) => ({
  ...pagesQuery(['webhook-deliveries', webhook, { status }], (cursor, signal) =>
    call('webhooks.listDeliveries', { webhook, status, cursor, limit: 25 }, { signal }),
  ),
  refetchInterval: ({ state }: { state: { data?: Pages<Delivery> | undefined } }) =>
    state.data?.pages.some(({ items }) => items.some(isDueSoon)) ? pollIntervalMs : (false as const),
})

export const deliveryQuery = (webhook: string, delivery: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', webhook, 'one', delivery],
    queryFn: ({ signal }) => call('webhooks.getDelivery', { webhook, delivery }, { signal }),
    refetchInterval: ({ state }) => (state.data && isDueSoon(state.data) ? pollIntervalMs : false),
  })
