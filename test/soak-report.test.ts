import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawChart } from '../bench/soak/chart.ts'
import type { NodeSample, Sample } from '../bench/soak/samples.ts'
import { unexplainedGrowth } from '../bench/soak/series.ts'
import { shortTable } from '../bench/soak/table.ts'

/** Returns one sample per minute. The database grows with the journal, as it does with any work. */
function samplesOf(minutes: number, changed: (minute: number) => Partial<NodeSample>): Sample[] {
  const timing = { p50: 5, p95: 12 }
  return Array.from({ length: minutes }, (_, index) => {
    const node: NodeSample = { residentMb: 400, heapMb: 120, descriptors: 90, handles: 70, loopMs: 11 }
    return {
      minute: index + 1,
      requests: 4000,
      failures: 0,
      reads: timing,
      writes: timing,
      deliveries: timing,
      nodes: [node, { ...node, ...changed(index + 1) }],
      searchLag: 3,
      // Stored every thousand rows.
      otherLag: (index * 300) % 1000,
      databaseMb: 20 + index,
      journalRows: 20_000 + index * 1000,
    }
  })
}

describe('the report of the soak', () => {
  it('finds no growth in steady resources and in a database that grows with its journal', () => {
    assert.deepEqual(unexplainedGrowth(samplesOf(30, () => ({}))), [])
  })

  it('ignores growth during the warm-up, single peaks and runs that are too short', () => {
    const warmingUp = samplesOf(30, (minute) => ({ residentMb: Math.min(400, 200 + minute * 40) }))
    const peaks = samplesOf(30, (minute) => (minute % 9 === 0 ? { descriptors: 200 } : {}))
    const short = samplesOf(5, (minute) => ({ descriptors: 90 * minute }))
    for (const samples of [warmingUp, peaks, short]) assert.deepEqual(unexplainedGrowth(samples), [])
  })

  it('names the value and the node that grow', () => {
    const leaking = samplesOf(30, (minute) => ({ descriptors: 90 + minute, residentMb: 400 + minute * 4 }))
    assert.deepEqual(
      unexplainedGrowth(leaking).map((problem) => problem.replace(/:.*/, '')),
      ['Resident memory, node 2', 'File descriptors, node 2'],
    )
  })

  it('checks a heap by its size after collections', () => {
    const collected = (kept: (minute: number) => number) =>
      unexplainedGrowth(
        samplesOf(30, (minute) => ({ heapMb: kept(minute) + (minute % 4) * (50 + minute * 3) })),
      )
    assert.deepEqual(
      collected(() => 100),
      [],
    )
    assert.deepEqual(
      collected((minute) => 100 + minute * 3).map((problem) => problem.replace(/:.*/, '')),
      ['JavaScript heap, node 2'],
    )
  })

  it('draws every panel and keeps the last row of the table', () => {
    const samples = samplesOf(30, () => ({}))
    const svg = drawChart(samples, 'two cores & <24 GiB>')
    assert.match(svg, /^<svg /)
    assert.match(svg, /<desc>two cores &amp; &lt;24 GiB>/)
    assert.equal(svg.match(/<polyline /g)!.length, 15)
    assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
    const rows = shortTable(samples).split('\n')
    assert.ok(rows.length <= 12)
    assert.match(rows.at(-1)!, /^\| +30\.0 /)
  })
})
