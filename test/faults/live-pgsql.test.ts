import { engines } from '../harness.ts'
import { proveLive } from './live/prove.ts'

proveLive({
  ...{ name: 'two nodes on pgsql', engine: 'pgsql', nodes: 2 },
  skip: engines.includes('pgsql') ? false : 'PostgreSQL is not here',
})
