import { createLocalEmbedder } from '../../server/platform/local-embedder.ts'
import { debianCollection } from '../retrieval/debian.ts'

export interface Embedded {
  text: string
  vector: Float32Array
}

/** What is in memory, what is stored besides, and what is asked for. */
export interface Texts {
  model: string
  kept: Embedded[]
  stored: Embedded[]
  asked: Embedded[]
}

/** What Debian says of each package in one line: public, written by thousands of people, and each is another. */
export async function readTexts(kept: number, times: number): Promise<Texts | undefined> {
  const collection = debianCollection({ texts: kept + 3 * times, asked: kept + 3 * times })
  const lines = collection && [...new Set(collection.questions.map(({ text }) => text))]
  if (!lines || lines.length < kept + 2 * times) return undefined
  const embedder = createLocalEmbedder()
  const embedded: Embedded[] = []
  const wanted = lines.slice(0, kept + 2 * times)
  for (let from = 0; from < wanted.length; from += 100) {
    const batch = wanted.slice(from, from + 100)
    const vectors = await embedder.embed(batch)
    embedded.push(...batch.map((text, index) => ({ text, vector: vectors[index]! })))
  }
  await embedder.close()
  const [stored, asked] = [embedded.slice(kept, kept + times), embedded.slice(kept + times)]
  return { model: embedder.model, kept: embedded.slice(0, kept), stored, asked }
}
