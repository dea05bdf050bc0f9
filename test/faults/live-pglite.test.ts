import { proveLive } from './live/prove.ts'

proveLive({ name: 'one node on pglite', engine: 'pglite', nodes: 1, skip: false })
