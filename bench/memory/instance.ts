import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { indexEntries } from '../../server/domains/search/entries.ts'
import { newId } from '../../server/platform/ids.ts'
import { createLog } from '../../server/platform/log.ts'
import { type RunningServer, readConfig, startServer } from '../../server/start.ts'
import { clientFor } from '../../test/harness.ts'
import { startPostgres } from '../../test/partners/postgres.ts'
import type { Texts } from './texts.ts'
import { signUp } from '../../test/sign-up.ts'

export type Engine = 'pglite' | 'pgsql'

/** An instance with entries in the memory of one project. */
export interface Filled {
  server: RunningServer
  token: string
  project: string
  organizationId: string
  /** Whether texts whose vectors are known are embedded, or only looked up. */
  useKnownVectors(known: boolean): void
}

/** An empty instance in this process, so that its embedder can be changed. */
export async function onEngine(
  engine: Engine,
  work: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const postgres = engine === 'pgsql' ? await startPostgres() : undefined
  const settings: Record<string, string> = {
    ...{ DATA_DIR: folder, PORT: '0', RATE_LIMIT_API: '1000000', RATE_LIMIT_MCP: '1000000' },
    ...(postgres && {
      ...{ DB_CONNECTION: 'pgsql', DATABASE_URL: postgres.url(await postgres.createDatabase()) },
      ...{ AUTO_MIGRATE: 'true', SECRET_KEY: 'a secret key that only the benchmarks use' },
    }),
  }
  const server = await startServer(readConfig(settings), { jobs: false, log: createLog('error') })
  try {
    await work(server)
  } finally {
    await server.stop()
    postgres?.stop('immediate')
    postgres?.remove()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

// The server's statements are not given the time for more.
const atOnce = 50

export async function fill(server: RunningServer, texts: Texts, size: number): Promise<Filled> {
  const { app, url } = server
  const { token, organization } = await signUp(clientFor(url, null), {
    ...{ name: 'Ada', email: 'ada@example.com', password: 'the password of Ada' },
  })
  const { id: projectId, slug } = await clientFor(url, token)('projects.create', { name: 'Bench' })
  const organizationId = organization!.id
  for (let from = 0; from < size; from += atOnce) {
    const now = new Date().toISOString()
    const entries = texts.kept.slice(from, Math.min(size, from + atOnce)).map(({ text, vector }) => ({
      ...{ kind: 'memory' as const, id: newId(), organizationId, projectId, body: text },
      ...{ createdAt: now, updatedAt: now, embedded: { model: texts.model, vector } },
    }))
    await app.database.run(
      `insert into memories (id, organization_id, scope, project_id, content, created_by)
       select id, $1, 'project', $2, content, '{}' from unnest($3::uuid[], $4::text[]) as given(id, content)`,
      [organizationId, projectId, entries.map(({ id }) => id), entries.map(({ body }) => body)],
    )
    await indexEntries(app.database, entries)
  }
  // The handbook is embedded after the first start, which is not what is measured.
  await app.searchIndex.indexWhatComesWithBaton()
  await app.searchIndex.embedAll()
  for (const table of ['memories', 'search_entries']) await app.database.run(`analyze ${table}`)
  const { embedder } = app
  const known = new Map([...texts.stored, ...texts.asked].map(({ text, vector }) => [text, vector]))
  const knowing = {
    ...embedder,
    embed: async (asked: string[]) => asked.map((text) => known.get(text) ?? refuse(text)),
  }
  return {
    ...{ server, token, project: slug, organizationId },
    useKnownVectors: (use) => void (app.embedder = use ? knowing : embedder),
  }
}

function refuse(text: string): never {
  throw new Error(`Nobody knows the vector of "${text}".`)
}
