import { sql } from '../server/database/sql.ts'
import { type HybridQuery, hybridSearch } from '../server/domains/search/hybrid.ts'
import { answering } from '../server/domains/search/relevance.ts'
import { loadMiniLm } from '../server/platform/minilm.ts'
import { type Collection, type Question, ownCollection } from './retrieval/collection.ts'
import { measureConflicts } from './retrieval/conflicts.ts'
import { debianCollection } from './retrieval/debian.ts'
import {
  type Embed,
  type SearchContext,
  type StoredDocuments,
  onOwnInstance,
  storeDocuments,
} from './retrieval/instance.ts'

/**
 * Measures the quality of memory search for each step from plain words to the product. hit@1 and hit@3 are the shares of
 * questions whose answer is the first result, or among the first three. MRR is the mean of 1 / rank. "false" is the share
 * of questions without an answer for which the search returns a result.
 *
 * The search was tuned on the set `tuning` only, so use the other tables to evaluate it.
 */
interface Variant {
  name: string
  /** Which of the two copies of the documents to search: see `storeDocuments`. */
  copy: 'plain' | 'product'
  mode?: HybridQuery['mode']
  words: HybridQuery['words']
  /** Whether to leave out results that don't fit, as the product does. */
  floor?: true
}

const off = { languages: false, glossary: false, synonyms: false }
const variants: Variant[] = [
  { name: 'words', copy: 'plain', mode: 'words', words: off },
  { name: 'meaning', copy: 'plain', mode: 'meaning', words: off },
  { name: 'hybrid', copy: 'plain', words: off },
  { name: 'hybrid + languages', copy: 'plain', words: { ...off, languages: true } },
  { name: 'hybrid + glossary', copy: 'product', words: { ...off, glossary: true } },
  { name: 'hybrid + synonyms', copy: 'plain', words: { ...off, synonyms: true } },
  { name: 'hybrid + all of these', copy: 'product', words: {} },
  { name: 'product: all + floor', copy: 'product', words: {}, floor: true },
]

export async function run(): Promise<void> {
  const collections = [
    ownCollection('tuning'),
    ownCollection('held-out'),
    debianCollection({ texts: 3000, asked: 300 }),
  ]
  for (const collection of collections)
    if (collection) await onOwnInstance((context) => measure(context, collection))
  for (const set of ['tuning', 'held-out'] as const) await measureConflicts(set)
}

async function measure(context: SearchContext, collection: Collection): Promise<void> {
  const { name, documents, questions } = collection
  const plain = await loadMiniLm()
  const product: Embed = async (text) => (await context.app.embedder.embed([text]))[0]!
  const stored = {
    plain: await storeDocuments(context, 'plain', documents, plain),
    product: await storeDocuments(context, 'product', documents, product),
  }
  await requireOtherWords(context, collection)
  const groups = Map.groupBy(questions, ({ group }) => group)
  console.log(`\n${name}: ${documents.size} texts, ${questions.length} questions`)
  for (const [group, asked] of groups) {
    const isAnswerable = asked[0]!.answer !== undefined
    console.log(`  ${group}, ${asked.length} questions`)
    console.log(
      `    ${''.padEnd(30)} ${isAnswerable ? '  hit@1   hit@3     MRR  results' : '  false  results'}`,
    )
    for (const variant of variants) {
      const embed = variant.copy === 'plain' ? plain : product
      console.log(
        `    ${variant.name.padEnd(30)} ${await scoresOf(context, variant, asked, stored[variant.copy], embed)}`,
      )
    }
  }
}

async function scoresOf(
  context: SearchContext,
  { mode, words, floor }: Variant,
  questions: Question[],
  { project, ids }: StoredDocuments,
  embed: Embed,
): Promise<string> {
  let first = 0
  let amongThree = 0
  let reciprocal = 0
  let answered = 0
  let results = 0
  for (const { text, answer } of questions) {
    const embedded = { model: context.app.embedder.model, vector: await embed(text) }
    const found = await hybridSearch(context, {
      text,
      mode,
      words,
      project,
      kinds: ['memory'],
      limit: 10,
      ...(mode !== 'words' && { embedded }),
    })
    const hits = floor ? answering(found) : found
    results += hits.length
    if (hits.length > 0) answered++
    const rank = hits.findIndex(({ id }) => id === ids.get(answer ?? ''))
    if (rank === 0) first++
    if (rank >= 0 && rank < 3) amongThree++
    if (rank >= 0) reciprocal += 1 / (rank + 1)
  }
  const share = (sum: number) => (sum / questions.length).toFixed(3).padStart(7)
  const perQuestion = (results / questions.length).toFixed(1).padStart(8)
  return questions[0]!.answer === undefined
    ? `${share(answered)} ${perQuestion}`
    : `${share(first)} ${share(amongThree)} ${share(reciprocal)} ${perQuestion}`
}

/** Rejects English questions of the tuning set that share a word with their answer, in any inflection. */
async function requireOtherWords(
  { app }: SearchContext,
  { name, documents, questions }: Collection,
): Promise<void> {
  if (!name.startsWith('tuning')) return
  for (const { text, answer } of questions.filter(({ group }) => group === 'english')) {
    const [row] = await app.database.run<{ shared: string[] }>(
      sql`select array(select unnest(tsvector_to_array(to_tsvector('english', ${text})))
              intersect select unnest(tsvector_to_array(to_tsvector('english', ${documents.get(answer!)!})))) as shared`,
    )
    if (row!.shared.length > 0) throw new Error(`"${text}" shares ${row!.shared.join(', ')} with its answer.`)
  }
}
