import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import routes from '../contract/routes.json' with { type: 'json' }
import { authenticateForHttp } from '../server/domains/credentials/authenticate.ts'
import { indexEntries } from '../server/domains/search/entries.ts'
import { type HybridQuery, hybridSearch } from '../server/domains/search/hybrid.ts'
import { requireOrganization } from '../server/operations/access.ts'
import { createClient } from '../server/operations/client.ts'
import type { App, Context } from '../server/operations/context.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { readConfig, startServer } from '../server/start.ts'
import { type Collection, ownCollection } from './retrieval/collection.ts'
import { debianCollection } from './retrieval/debian.ts'
import { signUp } from '../test/sign-up.ts'

/**
 * How well memory is searched: by words alone, by meaning alone, and by both, which is what the product does. Recall@5 is
 * how often the answer is among the first five; nDCG@10 also counts at which place of ten it is.
 */
const modes = ['words', 'meaning', 'hybrid'] as const

export async function run(): Promise<void> {
  const collections = [
    ownCollection('questions', 'memories, asked for without a word of theirs'),
    ownCollection('lookups', 'memories, asked for by name'),
    debianCollection({ texts: 3000, asked: 300 }),
  ]
  for (const collection of collections)
    if (collection) await onOwnInstance((asking) => measure(asking, collection))
}

type Asking = Parameters<typeof hybridSearch>[0]

async function measure(asking: Asking, { name, documents, questions }: Collection): Promise<void> {
  const answers = await store(asking, documents)
  await requireOtherWords(asking, documents, name.includes('without a word') ? questions : [])
  console.log(`\n${name}: ${documents.size} texts, ${questions.length} questions`)
  console.log(`  ${''.padEnd(8)} ${'recall@5'.padStart(9)} ${'nDCG@10'.padStart(9)}`)
  for (const mode of modes) {
    let found = 0
    let gain = 0
    for (const { text, answer } of questions) {
      const place = await placeOf(asking, { text, mode, kinds: ['memory'], limit: 10 }, answers.get(answer)!)
      if (place < 5) found++
      if (place < 10) gain += 1 / Math.log2(place + 2)
    }
    const share = (sum: number) => (sum / questions.length).toFixed(3).padStart(9)
    console.log(`  ${mode.padEnd(8)} ${share(found)} ${share(gain)}`)
  }
}

async function placeOf(asking: Asking, query: HybridQuery, answer: string): Promise<number> {
  const hits = await hybridSearch(asking, query)
  const place = hits.findIndex(({ id }) => id === answer)
  return place < 0 ? Infinity : place
}

/** As memory of one project, with their vectors. Answers the id that each was given. */
async function store(
  { app, organization }: Asking,
  documents: Map<string, string>,
): Promise<Map<string, string>> {
  const { database, embedder } = app
  const [project] = await database.run<{ id: string }>('select id from projects where organization_id = $1', [
    organization.id,
  ])
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
        ...{ kind: 'memory' as const, id, organizationId: organization.id, projectId: project!.id, body },
        ...{ createdAt: now, updatedAt: now, embedded: { model: embedder.model, vector: vectors[index]! } },
      }
    })
    await database.run(
      `insert into memories (id, organization_id, scope, project_id, content, created_by)
       select id, $1, 'project', $2, content, '{}' from unnest($3::uuid[], $4::text[]) as given(id, content)`,
      [organization.id, project!.id, entries.map(({ id }) => id), entries.map(({ body }) => body)],
    )
    await indexEntries(database, entries)
  }
  await database.run('analyze search_entries')
  return ids
}

/** The point of these questions is that no word of theirs stands in the answer, in whatever form. */
async function requireOtherWords(
  { app }: Asking,
  documents: Map<string, string>,
  questions: Collection['questions'],
): Promise<void> {
  for (const { text, answer } of questions) {
    const [row] = await app.database.run<{ shared: string[] }>(
      `select array(select unnest(tsvector_to_array(to_tsvector('english', $1)))
              intersect select unnest(tsvector_to_array(to_tsvector('english', $2)))) as shared`,
      [text, documents.get(answer)],
    )
    if (row!.shared.length > 0) throw new Error(`"${text}" shares ${row!.shared.join(', ')} with its answer.`)
  }
}

/** The embedded database, one organization, one project; and somebody in it who asks. */
async function onOwnInstance(work: (asking: Asking) => Promise<void>): Promise<void> {
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
    await work(await askingWith(server.app, token))
  } finally {
    await server.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function askingWith(app: App, token: string): Promise<Asking> {
  const caller = await authenticateForHttp(app, token, undefined, () => {
    throw new Error('Nobody signs in elsewhere here.')
  })
  const nothing = () => {}
  const ctx: Omit<Context, 'request'> = {
    ...{ app, caller, db: app.database, record: nothing, recorded: nothing, afterCommit: nothing },
  }
  return { ...ctx, ...requireOrganization(caller, true, 'guest') }
}
