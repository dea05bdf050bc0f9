import { withoutPostgres } from '../harness.ts'
import { withoutRedis } from '../partners/redis.ts'
import { testLiveDelivery } from './live/live-delivery.ts'

testLiveDelivery({
  name: 'three nodes on pgsql and Redis',
  engine: 'pgsql',
  nodes: 3,
  redis: true,
  skip: withoutPostgres || withoutRedis,
})
