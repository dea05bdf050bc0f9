import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createLocalEmbedder } from '../../server/platform/local-embedder.ts'
import { debianCollection } from '../retrieval/debian.ts'

export interface Embedded {
  text: string
  vector: Float32Array
}

/** The texts of the benchmark: existing entries, entries to store, and queries. */
export interface Texts {
  model: string
  existing: Embedded[]
  stored: Embedded[]
  queries: Embedded[]
}

/**
 * Reads the descriptions of Debian packages, which are public and written by thousands of people. Their sentences are
 * the entries, and the summary lines are the queries.
 */
export async function readTexts(existing: number, times: number): Promise<Texts | undefined> {
  const collection = debianCollection({ texts: Infinity, asked: Infinity })
  if (!collection) return undefined
  const sentences = [...new Set([...collection.documents.values()].flatMap(sentencesOf))]
  const questions = collection.questions.map(({ text }) => text)
  if (sentences.length < existing + times) throw new Error(`There are only ${sentences.length} sentences.`)
  // Always uses the texts of the largest size, so that the cached vectors serve every run.
  const lines = [...questions.slice(0, times), ...sentences.slice(0, times + existing)]
  const { model, vectors } = await embedOnce(lines)
  const embedded = vectors.map((vector, index) => ({ text: lines[index]!, vector }))
  const [queries, stored] = [embedded.slice(0, times), embedded.slice(times, 2 * times)]
  return { model, existing: embedded.slice(2 * times), stored, queries }
}

/** Returns sentences of about the length of an agent's memories. */
function sentencesOf(description: string): string[] {
  return description
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .filter((sentence) => sentence.length >= 30 && sentence.length <= 500)
}

// The model embeds some hundred lines per second, so the vectors are cached for the next run.
const folder = path.join(import.meta.dirname, '../../node_modules/.cache/baton-bench')

async function embedOnce(lines: string[]): Promise<{ model: string; vectors: Float32Array[] }> {
  const embedder = createLocalEmbedder()
  const { model } = embedder
  const file = path.join(
    folder,
    `${createHash('sha256')
      .update([model, ...lines].join('\n'))
      .digest('hex')}.vectors`,
  )
  try {
    if (fs.existsSync(file)) return { model, vectors: cut(fs.readFileSync(file), lines.length) }
    const vectors: Float32Array[] = []
    for (let from = 0; from < lines.length; from += 100)
      vectors.push(...(await embedder.embed(lines.slice(from, from + 100))))
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(
      file,
      Buffer.concat(
        vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
      ),
    )
    return { model, vectors }
  } finally {
    await embedder.close()
  }
}

function cut(bytes: Buffer, count: number): Float32Array[] {
  const all = new Float32Array(new Uint8Array(bytes).buffer)
  const length = all.length / count
  return Array.from({ length: count }, (_, index) => all.subarray(index * length, (index + 1) * length))
}
