import { sql } from '../server/database/sql.ts'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { searchEntries } from '../server/domains/search/search-table.ts'
import { createLocalEmbedder } from '../server/platform/local-embedder.ts'
import { modelFolder } from '../server/platform/model-folder.ts'
import { keyOf, writeShippedVectors } from '../server/platform/shipped-vectors.ts'
import { readConfig, startServer } from '../server/start.ts'

const mark = fileURLToPath(new URL('../node_modules/.cache/baton/vectors', import.meta.url))
const sources = [
  '../docs/*.md',
  '../server/domains/knowledge/skills/built-in/*.md',
  '../server/domains/search/*.ts',
]

/** Writes the vectors of the handbook and the built-in skills, unless they are up to date. */
export async function buildVectors(): Promise<void> {
  const folder = modelFolder()
  const version = hashOfSources(folder)
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === version) return
  // An embedder has one thread. Two of them use both cores of a small machine.
  const second = createLocalEmbedder()
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-vectors-'))
  const server = await startServer(readConfig({ DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent' }), {
    jobs: false,
    search: false,
    followers: false,
    webhooks: { run: false },
  })
  try {
    const { searchIndex, database, embedder } = server.app
    await searchIndex.indexWhatComesWithBaton()
    const entries = await database.run<{ title: string; body: string }>(
      sql`select title, body from search_entries`,
    )
    const texts = entries.map((entry) => searchEntries.textToEmbed(entry))
    const half = Math.ceil(texts.length / 2)
    const halves = await Promise.all([embedder.embed(texts.slice(0, half)), second.embed(texts.slice(half))])
    const vectors = halves.flat()
    writeShippedVectors(folder, new Map(texts.map((text, index) => [keyOf(text), vectors[index]!])))
    fs.mkdirSync(path.dirname(mark), { recursive: true })
    fs.writeFileSync(mark, version)
  } finally {
    await second.close()
    await server.stop()
    fs.rmSync(data, { recursive: true })
  }
}

function hashOfSources(folder: string): string {
  const hash = createHash('sha256').update(fs.readFileSync(path.join(folder, 'SHA256SUMS')))
  const files = sources.flatMap((pattern) => fs.globSync(fileURLToPath(new URL(pattern, import.meta.url))))
  for (const file of files.toSorted()) hash.update(path.basename(file)).update(fs.readFileSync(file))
  return hash.digest('hex')
}
