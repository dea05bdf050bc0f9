import { type CpuParts, type Measured, dividedBy, startCpuMeter } from '../costs.ts'
import { cpuOfEndedChildren } from '../cpu.ts'
import { median, percentile } from '../report.ts'

/** A program that serves a request, and its processes. */
export interface Side {
  measured: Measured
  request: () => Promise<unknown>
}

interface Result extends CpuParts {
  /** Durations in milliseconds. */
  p50: number
  p95: number
}

export interface PeerRow {
  what: string
  peer: string
  theirs: Result
  ours: Result
}

const rounds = 5

/**
 * Measures the same request to a peer and to Baton, one at a time and in turns, so that other load on the machine
 * affects both. The first round warms up.
 */
export async function comparePeer(
  what: string,
  peer: string,
  sides: { theirs: Side; ours: Side },
  count = Number(process.env.BENCH_TIMES ?? 40),
): Promise<PeerRow> {
  const durations = { theirs: [] as number[], ours: [] as number[] }
  const used = { theirs: [] as CpuParts[], ours: [] as CpuParts[] }
  for (let round = 0; round <= rounds; round++)
    for (const name of ['theirs', 'ours'] as const) {
      const measured = await measureRound(sides[name], count)
      if (round === 0) continue
      durations[name].push(...measured.durations)
      used[name].push(measured.cpu)
    }
  const resultOf = (name: 'theirs' | 'ours'): Result => {
    const of = (part: keyof CpuParts) => median(used[name].map((each) => each[part]))
    return {
      p50: percentile(durations[name], 0.5),
      p95: percentile(durations[name], 0.95),
      main: of('main'),
      workers: of('workers'),
      database: of('database'),
    }
  }
  const row = { what, peer, theirs: resultOf('theirs'), ours: resultOf('ours') }
  console.log(rowOf(row))
  return row
}

async function measureRound({ measured, request }: Side, count: number) {
  const usedCpu = startCpuMeter(measured)
  const childrenBefore = cpuOfEndedChildren(measured.server)
  const durations: number[] = []
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now()
    await request()
    durations.push(performance.now() - startedAt)
  }
  const { main, workers, database } = usedCpu()
  const children = cpuOfEndedChildren(measured.server) - childrenBefore
  return { durations, cpu: dividedBy(count, { main, workers: workers + children, database }) }
}

/** The head of the Markdown table. All values are in milliseconds for one request. */
export function printHead(): void {
  const titles = ['request', 'peer', 'peer p50 / p95', 'Baton p50 / p95', 'peer CPU', 'Baton CPU']
  console.log(`| ${[...titles, 'main, threads, database'].join(' | ')} |`)
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |')
}

function rowOf({ what, peer, theirs, ours }: PeerRow): string {
  const both = ({ p50, p95 }: Result) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  const inMs = (microseconds: number) => (microseconds / 1000).toFixed(1)
  const cpu = ({ main, workers, database }: CpuParts) => inMs(main + workers + database)
  const parts = [ours.main, ours.workers, ours.database].map(inMs).join(', ')
  return `| ${[what, peer, both(theirs), both(ours), cpu(theirs), cpu(ours), parts].join(' | ')} |`
}
