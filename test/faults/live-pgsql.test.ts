import { withoutPostgres } from '../harness.ts'
import { testLiveDelivery } from './live/live-delivery.ts'

testLiveDelivery({
  name: 'two nodes on pgsql',
  engine: 'pgsql',
  nodes: 2,
  skip: withoutPostgres,
})
