import { agentOn } from './memory/agent.ts'
import { type Filled, fill, onEngine } from './memory/instance.ts'
import { recallOf } from './memory/recall.ts'
import { type Texts, readTexts } from './memory/texts.ts'
import { onServerMemory } from './memory/server-memory.ts'

/** How many entries there are, and how often each thing is measured. */
const sizes = (process.env.BENCH_SIZES ?? '1000,10000,50000').split(',').map(Number)
const times = Number(process.env.BENCH_TIMES ?? 200)
const goal = 10

/**
 * Storing and searching memory over MCP among ever more entries: as it is, and with vectors that are at hand, which leaves
 * out the embedding. Beside it the reference server of the protocol's makers, on the same texts, asked by turns.
 */
export async function run(): Promise<void> {
  const texts = await readTexts(Math.max(...sizes), times)
  if (!texts)
    return console.log('Memory: there is no apt here, whose descriptions of packages are the texts.')
  for (const engine of ['pglite', 'pgsql'] as const)
    for (const size of sizes) await onEngine(engine, (instance) => measure(engine, size, texts, instance))
}

async function measure(engine: string, size: number, texts: Texts, instance: Parameters<typeof fill>[0]) {
  const filled = await fill(instance, texts, size)
  console.log(`\nMemory: ${size} entries, on ${engine}, ${times} times each`)
  const took = await byTurns(filled, texts, size)
  for (const [what, ours, theirs] of [
    ['store, vector at hand', took.known.store, took.theirs.store],
    ['store, with embedding', took.whole.store, took.theirs.store],
    ['search, vector at hand', took.known.search, took.theirs.search],
    ['search, with embedding', took.whole.search, took.theirs.search],
  ] as const)
    tell(what, ours, theirs)
  const recall = await recallOf(filled, texts)
  console.log(`  HNSW finds ${(recall * 100).toFixed(1)} % of the ten nearest that looking at each finds`)
}

/** Whatever else the machine does hits all of them alike. */
async function byTurns(filled: Filled, texts: Texts, size: number) {
  const took = { known: noTimes(), whole: noTimes(), theirs: noTimes() }
  await onServerMemory(texts.kept.slice(0, size), async (theirs) => {
    const ours = await agentOn(filled)
    for (let turn = 0; turn < times; turn++) {
      const [stored, asked] = [texts.stored[turn]!, texts.asked[turn]!]
      filled.useKnownVectors(true)
      took.known.store.push(await timed(() => ours.store(stored.text)))
      took.known.search.push(await timed(() => ours.search(asked.text)))
      filled.useKnownVectors(false)
      // In other words, since what was asked just now is remembered.
      took.whole.store.push(await timed(() => ours.store(`Again: ${stored.text}`)))
      took.whole.search.push(await timed(() => ours.search(`Where is: ${asked.text}`)))
      took.theirs.store.push(await timed(() => theirs.store(stored.text)))
      took.theirs.search.push(await timed(() => theirs.search(asked.text)))
    }
    await ours.close()
  })
  return took
}

function noTimes(): { store: number[]; search: number[] } {
  return { store: [], search: [] }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function tell(what: string, ours: number[], theirs: number[]): void {
  const both = (all: number[]) =>
    `p50 ${at(all, 0.5).toFixed(1).padStart(7)} ms  p99 ${at(all, 0.99).toFixed(1).padStart(7)} ms`
  const ratio = (part: number) => `${(at(ours, part) / at(theirs, part)).toFixed(2)}x`
  const verdict = what.includes('at hand')
    ? `   goal: p99 ≤ ${goal} ms: ${at(ours, 0.99) <= goal ? 'met' : 'MISSED'}`
    : ''
  console.log(
    `  ${what.padEnd(24)} ${both(ours)}   server-memory ${both(theirs)}   ratio ${ratio(0.5)}, ${ratio(0.99)}${verdict}`,
  )
}

function at(all: number[], part: number): number {
  const sorted = all.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
