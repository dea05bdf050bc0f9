import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import routes from '../contract/routes.json' with { type: 'json' }
import { authenticateForHttp } from '../server/domains/auth/credentials/authenticate.ts'
import { sql } from '../server/database/sql.ts'
import { indexEntries } from '../server/domains/search/entries.ts'
import { type HybridQuery, hybridSearch } from '../server/domains/search/hybrid.ts'
import { requireOrganization } from '../server/operations/access.ts'
import { createClient } from '../server/assembly/client.ts'
import type { App, Context } from '../server/operations/context.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { readConfig, startServer } from '../server/start.ts'
import { type Collection, ownCollection } from './retrieval/collection.ts'
import { debianCollection } from './retrieval/debian.ts'
import { signUp } from '../test/sign-up.ts'

/**
 * Measures the quality of memory search by words, by meaning, and by both, which the product uses. Recall@5 is the
 * share of questions whose answer is among the first five results. nDCG@10 also weighs its rank among the first ten.
 */
const modes = ['words', 'meaning', 'hybrid'] as const

export async function run(): Promise<void> {
  const collections = [
    ownCollection('questions', 'memories, questions in other words'),
    ownCollection('lookups', 'memories, lookups by name'),
    debianCollection({ texts: 3000, asked: 300 }),
  ]
  for (const collection of collections)
    if (collection) await onOwnInstance((context) => measure(context, collection))
}

type SearchContext = Parameters<typeof hybridSearch>[0]

async function measure(context: SearchContext, { name, documents, questions }: Collection): Promise<void> {
  const answers = await store(context, documents)
  await requireOtherWords(context, documents, name.includes('in other words') ? questions : [])
  console.log(`\n${name}: ${documents.size} texts, ${questions.length} questions`)
  console.log(`  ${''.padEnd(8)} ${'recall@5'.padStart(9)} ${'nDCG@10'.padStart(9)}`)
  for (const mode of modes) {
    let found = 0
    let gain = 0
    for (const { text, answer } of questions) {
      const rank = await rankOf(context, { text, mode, kinds: ['memory'], limit: 10 }, answers.get(answer)!)
      if (rank < 5) found++
      if (rank < 10) gain += 1 / Math.log2(rank + 2)
    }
    const share = (sum: number) => (sum / questions.length).toFixed(3).padStart(9)
    console.log(`  ${mode.padEnd(8)} ${share(found)} ${share(gain)}`)
  }
}

async function rankOf(context: SearchContext, query: HybridQuery, answer: string): Promise<number> {
  const hits = await hybridSearch(context, query)
  const rank = hits.findIndex(({ id }) => id === answer)
  return rank < 0 ? Infinity : rank
}

/** Stores documents and their vectors as memories of one project. Returns the id of each document. */
async function store(
  { app, organization }: SearchContext,
  documents: Map<string, string>,
): Promise<Map<string, string>> {
  const { database, embedder } = app
  const [project] = await database.run<{ id: string }>(
    sql`select id from projects where organization_id = ${organization.id}`,
  )
  const ids = new Map<string, string>()
  const all = [...documents]
  for (let at = 0; at < all.length; at += 100) {
    const batch = all.slice(at, at + 100)
    const vectors = await embedder.embed(batch.map(([, text]) => text))
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
  await database.run(sql`analyze search_entries`)
  return ids
}

/** Rejects questions that share a word with their answer, in any inflection. */
async function requireOtherWords(
  { app }: SearchContext,
  documents: Map<string, string>,
  questions: Collection['questions'],
): Promise<void> {
  for (const { text, answer } of questions) {
    const [row] = await app.database.run<{ shared: string[] }>(
      sql`select array(select unnest(tsvector_to_array(to_tsvector('english', ${text})))
              intersect select unnest(tsvector_to_array(to_tsvector('english', ${documents.get(answer)!})))) as shared`,
    )
    if (row!.shared.length > 0) throw new Error(`"${text}" shares ${row!.shared.join(', ')} with its answer.`)
  }
}

/** Runs `work` on an embedded instance with one organization, one project and one user. */
async function onOwnInstance(work: (context: SearchContext) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0' })
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
    await connect(token)('projects.create', { name: 'Bench' })
    await work(await createContext(server.app, token))
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
  }
  return { ...ctx, ...requireOrganization(caller, true, 'guest') }
}
