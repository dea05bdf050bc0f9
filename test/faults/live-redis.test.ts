import { engines } from '../harness.ts'
import { withoutRedis } from '../partners/redis.ts'
import { proveLive } from './live/prove.ts'

proveLive({
  ...{ name: 'two nodes on pgsql and Redis', engine: 'pgsql', nodes: 2, redis: true },
  skip: (engines.includes('pgsql') ? false : 'PostgreSQL is not here') || withoutRedis,
})
