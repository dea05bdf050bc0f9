import type { FastifyInstance } from 'fastify'
import type { BackupStatus } from '../../backups/scheduled-backups.ts'
import type { App } from '../../operations/context.ts'

interface Health {
  status: 'ok' | 'unavailable'
  database: { engine: string; status: 'ok' | 'unreachable'; milliseconds: number; storage?: 'full' }
  /** What connects this node with the others. Without it all goes on, and news take up to a second longer. */
  bus?: { wire: string; status: 'ok' | 'unreachable' }
  /** Set where the search model can't run on this machine. */
  searchByMeaning?: { status: 'off'; hint: string }
  /** Set where scheduled backups are on. A failed one leaves the status of the node at ok, because it still serves. */
  backup?: BackupStatus
}

const pingTimeout = 2000
// However often it is asked, the database is pinged at most once in this time.
const freshness = 1000

export function serveHealth(app: App, http: FastifyInstance): void {
  let latest: Promise<Health> | undefined
  const check = () => {
    if (!latest) {
      latest = ping(app)
      setTimeout(() => (latest = undefined), freshness).unref()
    }
    return latest
  }
  http.get('/health', async (_request, reply) => {
    const health = await check()
    return reply.code(health.status === 'ok' ? 200 : 503).send(health)
  })
}

async function ping(app: App): Promise<Health> {
  const from = performance.now()
  const answered = await Promise.race([
    app.database.run('select 1').then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, pingTimeout, false).unref()),
  ])
  const milliseconds = Math.round(performance.now() - from)
  const { engine } = app.database
  const wire = app.bus.wire()
  const backup = app.backups.status()
  return {
    status: answered ? 'ok' : 'unavailable',
    database: {
      ...{ engine, status: answered ? 'ok' : 'unreachable', milliseconds },
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
