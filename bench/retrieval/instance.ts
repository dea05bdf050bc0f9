import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import routes from '../../contract/routes.json' with { type: 'json' }
import { authenticateForHttp } from '../../server/domains/auth/credentials/authenticate.ts'
import { sql } from '../../server/database/sql.ts'
import { indexEntries } from '../../server/domains/search/entries.ts'
import type { hybridSearch } from '../../server/domains/search/hybrid.ts'
import { requireOrganization } from '../../server/operations/access.ts'
import { createClient } from '../../server/assembly/client.ts'
import type { App, Context } from '../../server/operations/context.ts'
import { newId } from '../../server/platform/ids.ts'
import { createLog } from '../../server/platform/log.ts'
import { readConfig, startServer } from '../../server/start.ts'
import { signUp } from '../../test/sign-up.ts'

export type SearchContext = Parameters<typeof hybridSearch>[0]
export type BenchClient = ReturnType<typeof createClient>
export type Embed = (text: string) => Promise<Float32Array>

/** Documents stored as the memories of one project. */
export interface StoredDocuments {
  project: string
  ids: Map<string, string>
}

/** Runs `work` on an embedded instance with one organization and one user. */
export async function onOwnInstance(
  work: (context: SearchContext, call: BenchClient) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ...settings })
  const server = await startServer(config, { jobs: false, search: false, log: createLog('error') })
  try {
    const connect = (token: string | null) =>
      createClient({ baseUrl: server.url, routes, token: () => token })
    const { token } = await signUp(connect(null), {
      email: 'bench@example.com',
      password: 'only for the benchmark',
      name: 'Bench',
      organization: 'Bench',
    })
    for (const slug of ['plain', 'product']) await connect(token)('projects.create', { name: slug, slug })
    await work(await createContext(server.app, token), connect(token))
  } finally {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function createContext(app: App, token: string): Promise<SearchContext> {
  const caller = await authenticateForHttp(app, token, undefined, () => {
    throw new Error('The benchmark has no external sign-in.')
  })
  const nothing = () => {}
  const ctx: Omit<Context, 'request'> = {
    app,
    caller,
    db: app.database,
    record: nothing,
    recorded: nothing,
    afterCommit: nothing,
    readLast: nothing,
  }
  return { ...ctx, ...requireOrganization(caller, true, 'guest') }
}

/** Stores documents and their vectors as memories of a project. */
export async function storeDocuments(
  { app, organization }: SearchContext,
  slug: 'plain' | 'product',
  documents: Map<string, string>,
  embed: Embed,
): Promise<StoredDocuments> {
  const { database, embedder } = app
  const [project] = await database.run<{ id: string }>(
    sql`select id from projects where organization_id = ${organization.id} and slug = ${slug}`,
  )
  const ids = new Map<string, string>()
  const all = [...documents]
  for (let at = 0; at < all.length; at += 100) {
    const batch = all.slice(at, at + 100)
    const vectors = await Promise.all(batch.map(([, text]) => embed(text)))
    const now = new Date().toISOString()
    const entries = batch.map(([name, body], index) => {
      const id = newId()
      ids.set(name, id)
      return {
        kind: 'memory' as const,
        id,
        organizationId: organization.id,
        projectId: project!.id,
        body,
        createdAt: now,
        updatedAt: now,
        embedded: { model: embedder.model, vector: vectors[index]! },
      }
    })
    await database.run(
      sql`insert into memories (id, organization_id, scope, project_id, content, created_by)
       select id, ${organization.id}, 'project', ${project!.id}, content, '{}' from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ body }) => body)}::text[]) as given(id, content)`,
    )
    await indexEntries(database, entries)
  }
  // Without the additions, every text is stemmed as English.
  if (slug === 'plain')
    await database.run(sql`update search_entries set language = 'english' where project_id = ${project!.id}`)
  await database.run(sql`analyze search_entries`)
  return { project: project!.id, ids }
}
