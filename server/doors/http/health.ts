import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../operations/context.ts'
import { refuse } from '../../operations/errors.ts'
import { clientNetwork } from '../../platform/client-network.ts'
import { bearerOf } from './routes.ts'

interface Health {
  status: 'ok' | 'unavailable'
  database: { engine: string; status: 'ok' | 'unreachable'; milliseconds: number; storage?: 'full' }
  /** What connects this node with the others. Without it all goes on, and news take up to a second longer. */
  bus?: { wire: string; status: 'ok' | 'unreachable' }
  /** Set where the search model can't run on this machine. */
  searchByMeaning?: { status: 'off'; hint: string }
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
  http.get('/metrics', async (request, reply) => {
    requireScraper(app, request)
    return reply.type(app.metrics.contentType).send(await app.metrics.text())
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
  }
}

/** Metrics are for the operator: with METRICS_TOKEN from anywhere, without it from this machine alone. */
function requireScraper(app: App, request: FastifyRequest): void {
  const { METRICS_TOKEN } = app.config
  if (METRICS_TOKEN) {
    const given = Buffer.from(bearerOf(request) ?? '')
    const expected = Buffer.from(METRICS_TOKEN)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) refuse('invalid_credential')
    return
  }
  // A request that a proxy on this machine passes on comes from elsewhere, whatever its peer address says.
  const passedOn = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  const local = /^(127\.|0:0:0:0::)/.test(clientNetwork(request.socket.remoteAddress ?? ''))
  if (!local || passedOn !== undefined) refuse('unknown_route', { method: 'GET', path: '/metrics' })
}
