import { sql } from '../../server/database/sql.ts'
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
  /** Chooses whether known vectors are looked up instead of computed. */
  useKnownVectors(known: boolean): void
}

/** Runs `work` on an empty instance in this process, so that its embedder can be replaced. */
export async function onEngine(
  engine: Engine,
  work: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const postgres = engine === 'pgsql' ? await startPostgres() : undefined
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    PORT: '0',
    RATE_LIMIT_API: '1000000',
    RATE_LIMIT_MCP: '1000000',
    ...(postgres && {
      DB_CONNECTION: 'pgsql',
      DATABASE_URL: postgres.url(await postgres.createDatabase()),
      AUTO_MIGRATE: 'true',
      SECRET_KEY: 'a secret key that only the benchmarks use',
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

// Larger batches would exceed the server's statement timeout.
const batchSize = 50

export async function fill(server: RunningServer, texts: Texts, size: number): Promise<Filled> {
  const { app, url } = server
  const { token, organization } = await signUp(clientFor(url, null), {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const { id: projectId, slug } = await clientFor(url, token)('projects.create', { name: 'Bench' })
  const organizationId = organization!.id
  for (let from = 0; from < size; from += batchSize) {
    const now = new Date().toISOString()
    const entries = texts.existing.slice(from, Math.min(size, from + batchSize)).map(({ text, vector }) => ({
      kind: 'memory' as const,
      id: newId(),
      organizationId,
      projectId,
      body: text,
      createdAt: now,
      updatedAt: now,
      embedded: { model: texts.model, vector },
    }))
    await app.database.run(
      sql`insert into memories (id, organization_id, scope, project_id, content, created_by)
       select id, ${organizationId}, 'project', ${projectId}, content, '{}' from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ body }) => body)}::text[]) as given(id, content)`,
    )
    await indexEntries(app.database, entries)
  }
  // Embeds the handbook before the measurement.
  await app.searchIndex.indexWhatComesWithBaton()
  await app.searchIndex.embedAll()
  for (const table of ['memories', 'search_entries']) await app.database.run(sql.raw(`analyze ${table}`))
  const { embedder } = app
  const known = new Map([...texts.stored, ...texts.queries].map(({ text, vector }) => [text, vector]))
  const knownVectors = {
    ...embedder,
    embed: async (requested: string[]) => requested.map((text) => known.get(text) ?? rejectUnknown(text)),
  }
  return {
    server,
    token,
    project: slug,
    organizationId,
    useKnownVectors: (use) => void (app.embedder = use ? knownVectors : embedder),
  }
}

function rejectUnknown(text: string): never {
  throw new Error(`There is no vector for "${text}".`)
}
