import type { FastifyInstance } from 'fastify'
import type { BackupStatus } from '../../backups/scheduled-backups.ts'
import { sql } from '../../database/sql.ts'
import type { App } from '../../operations/context.ts'

interface Health {
  status: 'ok' | 'unavailable'
  database: { engine: string; status: 'ok' | 'unreachable'; milliseconds: number; storage?: 'full' }
  /** The connection to the other nodes. Without it, live updates arrive up to a second later. */
  bus?: { wire: string; status: 'ok' | 'unreachable' }
  /** Set if the search model can't run on this machine. */
  searchByMeaning?: { status: 'off'; hint: string }
  /** Set if scheduled backups are on. A failed backup does not change the status of the node, which still works. */
  backup?: BackupStatus
}

const pingTimeoutMs = 2000
// The database is pinged at most once in this time, regardless of the number of requests.
const cacheMs = 1000

export function serveHealth(app: App, http: FastifyInstance): void {
  let latest: Promise<Health> | undefined
  const check = () => {
    if (!latest) {
      latest = ping(app)
      setTimeout(() => (latest = undefined), cacheMs).unref()
    }
    return latest
  }
  http.get('/health', async (_request, reply) => {
    const health = await check()
    return reply.code(health.status === 'ok' ? 200 : 503).send(health)
  })
}

async function ping(app: App): Promise<Health> {
  const start = performance.now()
  const reachable = await Promise.race([
    app.database.run(sql`select 1`).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, pingTimeoutMs, false).unref()),
  ])
  const milliseconds = Math.round(performance.now() - start)
  const { engine } = app.database
  const wire = app.bus.wire()
  const backup = app.backups.status()
  return {
    status: reachable ? 'ok' : 'unavailable',
    database: {
      engine,
      status: reachable ? 'ok' : 'unreachable',
      milliseconds,
      // Reads work, so the node stays in use.
      ...(app.database.storage.isFull() && { storage: 'full' }),
    },
    ...(wire && { bus: { wire: wire.kind, status: wire.connected ? 'ok' : 'unreachable' } }),
    // The reason can name a path of this machine, so only the log has it.
    ...(app.embedder.unavailable && {
      searchByMeaning: { status: 'off', hint: 'Set AI_EMBEDDINGS to use an embedding server.' },
    }),
    ...(backup && { backup }),
  }
}
