import { agentOn } from './memory/agent.ts'
import { type Filled, fill, onEngine } from './memory/instance.ts'
import { recallOf } from './memory/recall.ts'
import { type Texts, readTexts } from './memory/texts.ts'
import { onServerMemory } from './memory/server-memory.ts'
import { percentile } from './report.ts'
import { vectorCacheOf } from '../server/domains/search/vectors/vector-cache.ts'

/** The numbers of entries, and the number of measurements. */
const sizes = (process.env.BENCH_SIZES ?? '1000,10000,50000').split(',').map(Number)
const times = Number(process.env.BENCH_TIMES ?? 200)
/** Calls of one kind in a row. The first turn isn't counted, because a server that has just started is slower. */
const callsInTurn = 20
const goal = 10

/**
 * Measures storing and searching memory over MCP with a growing number of entries, with and without the embedding.
 * Compares it with the reference memory server of the protocol, on the same texts and in turns.
 */
export async function run(): Promise<void> {
  const texts = await readTexts(Math.max(...sizes), times + callsInTurn)
  if (!texts)
    return console.log('Memory: skipped, because it needs apt for its texts, the package descriptions.')
  for (const engine of ['pglite', 'pgsql'] as const)
    for (const size of sizes) await onEngine(engine, (instance) => measure(engine, size, texts, instance))
}

async function measure(engine: string, size: number, texts: Texts, instance: Parameters<typeof fill>[0]) {
  const filled = await fill(instance, texts, size)
  console.log(`\nMemory: ${size} entries, on ${engine}, ${times} times each`)
  const results = await measureInTurns(filled, texts, size)
  for (const [label, ours, theirs] of [
    ['store, known vector', results.known.store, results.reference.store],
    ['store, with embedding', results.whole.store, results.reference.store],
    ['search, known vector', results.known.search, results.reference.search],
    ['search, with embedding', results.whole.search, results.reference.search],
  ] as const)
    printResult(label, ours, theirs)
  const recall = await recallOf(filled, texts)
  console.log(`  A search finds ${(recall * 100).toFixed(1)} % of the ten nearest entries`)
}

/** Measures in turns, so that other load on the machine affects all of them equally. */
async function measureInTurns(filled: Filled, texts: Texts, size: number) {
  const results = noResults()
  await onServerMemory(texts.existing.slice(0, size), async (reference) => {
    const ours = await agentOn(filled)
    // The first search of a node loads the vectors in the background.
    filled.useKnownVectors(true)
    await ours.search(texts.queries[0]!.text)
    await vectorCacheOf(filled.server.app).settled()
    for (let first = 0; first < times + callsInTurn; first += callsInTurn) {
      const { known, whole, reference: compared } = first === 0 ? noResults() : results
      const stored = texts.stored.slice(first, first + callsInTurn).map(({ text }) => text)
      const queries = texts.queries.slice(first, first + callsInTurn).map(({ text }) => text)
      filled.useKnownVectors(true)
      for (const text of stored) known.store.push(await timed(() => ours.store(text)))
      for (const text of queries) known.search.push(await timed(() => ours.search(text)))
      filled.useKnownVectors(false)
      // Uses other words, because vectors of recent texts are cached.
      for (const text of stored) whole.store.push(await timed(() => ours.store(`Again: ${text}`)))
      for (const text of queries) whole.search.push(await timed(() => ours.search(`Where is: ${text}`)))
      for (const text of stored) compared.store.push(await timed(() => reference.store(text)))
      for (const text of queries) compared.search.push(await timed(() => reference.search(text)))
    }
    await ours.close()
  })
  return results
}

function noResults() {
  const noTimes = (): { store: number[]; search: number[] } => ({ store: [], search: [] })
  return { known: noTimes(), whole: noTimes(), reference: noTimes() }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function printResult(label: string, ours: number[], theirs: number[]): void {
  const both = (all: number[]) =>
    `p50 ${percentile(all, 0.5).toFixed(1).padStart(7)} ms  p99 ${percentile(all, 0.99).toFixed(1).padStart(7)} ms`
  const ratio = (part: number) => `${(percentile(ours, part) / percentile(theirs, part)).toFixed(2)}x`
  const verdict = label.includes('known vector')
    ? `   goal: p99 ≤ ${goal} ms: ${percentile(ours, 0.99) <= goal ? 'met' : 'MISSED'}`
    : ''
  console.log(
    `  ${label.padEnd(24)} ${both(ours)}   server-memory ${both(theirs)}   ratio ${ratio(0.5)}, ${ratio(0.99)}${verdict}`,
  )
}
