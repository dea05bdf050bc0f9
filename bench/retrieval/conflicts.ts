import fs from 'node:fs'
import { analyze, contradicts } from '../../server/domains/memory/memories/contradiction.ts'
import { createLocalEmbedder } from '../../server/platform/local-embedder.ts'

/** Measures how many contradicting pairs of entries are marked, and how many marked pairs contradict each other. */
export async function measureConflicts(set: 'tuning' | 'held-out'): Promise<void> {
  const embedder = createLocalEmbedder()
  const lines = fs
    .readFileSync(new URL(`./${set}/conflicts.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  let found = 0
  let marked = 0
  let conflicts = 0
  for (const line of lines) {
    const [label, one, other] = line.split(' | ') as [string, string, string]
    const [first, second] = await embedder.embed([one, other])
    const isMarked = contradicts(analyze(one), analyze(other), dot(first!, second!))
    if (label === 'conflict') conflicts++
    if (isMarked) marked++
    if (isMarked && label === 'conflict') found++
  }
  await embedder.close()
  console.log(
    `\n${set} pairs of entries: ${lines.length}, of which ${conflicts} contradict each other\n` +
      `  found ${found} of ${conflicts}, marked ${marked - found} of ${lines.length - conflicts} others`,
  )
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0)
}
