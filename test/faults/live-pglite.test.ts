import { testLiveDelivery } from './live/live-delivery.ts'

testLiveDelivery({ name: 'one node on pglite', engine: 'pglite', nodes: 1, skip: false })
