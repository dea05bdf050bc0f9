import { engines } from '../harness.ts'
import { proveLive } from './live/prove.ts'

proveLive({
  ...{ name: 'three nodes on pgsql', engine: 'pgsql', nodes: 3 },
  skip: engines.includes('pgsql') ? false : 'PostgreSQL is not here',
})
