import { clientFor } from '../../test/harness.ts'
import { cpuOf, cpuPerPiece } from '../cpu.ts'
import { onInstance } from '../instance.ts'
import { type Request, load, send } from '../load.ts'
import { type Clients, openClients } from './clients.ts'
import { signUp } from '../../test/sign-up.ts'

const subscribers = Number(process.env.BENCH_SUBSCRIBERS ?? 1000)
const events = Number(process.env.BENCH_EVENTS ?? 400)
const rounds = 5
const writers = 10
const goal = 0.7

/**
 * Measures deliveries per second of CPU. Ours: one node keeps the connections, while tasks are written on another. Its
 * CPU time includes everything: receiving the notice, reading the journal, checking access, and building and sending
 * the frame. The other: `ws` with the same bytes, posted by the same number of writers.
 */
export function fanOut(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const environment = { ...settings, LIVE_CONNECTIONS: '1000000' }
    const [ours, elsewhere] = [await start(undefined, environment), await start(undefined, environment)]
    const bare = await start(new URL('./bare.ts', import.meta.url), {})
    const { token } = await signUp(clientFor(ours.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    await clientFor(ours.url, token)('projects.create', { name: 'Website' })
    const sample = await sampleEvent(elsewhere.url, token)
    const options = { token, count: subscribers }
    const [atOurs, atBare] = [
      await openClients({ url: ours.url, ...options }),
      await openClients({ url: bare.url, ...options }),
    ]
    const body = JSON.stringify({ project: 'website', title: 'An event of an ordinary size' })
    const headers = { Authorization: `Bearer ${token}` }
    const toOurs: Request = { method: 'POST', path: '/api/tasks', headers, body: () => body }
    const toBare: Request = { method: 'POST', path: '/', body: () => sample }
    const [writeOurs, writeBare] = [
      counted((count, concurrency) => load(elsewhere.url, toOurs, count, concurrency), atOurs),
      counted((count, concurrency) => load(bare.url, toBare, count, concurrency), atBare),
    ]
    console.log(
      `Hub: ${subscribers} subscribers, events of ${sample.length} bytes, each received by all; deliveries per second of the ` +
        `server's CPU`,
    )
    for (const { label, count, write } of workloads) {
      const [us, them] = await cpuPerPiece(
        [
          { cpu: () => cpuOf(ours.pid), work: (events) => write(writeOurs, events) },
          { cpu: () => cpuOf(bare.pid), work: (events) => write(writeBare, events) },
        ],
        count,
        rounds,
      )
      printResult(`${label}, ${rounds} x ${count}`, us!, them!)
    }
    await Promise.all([atOurs.close(), atBare.close()])
  })
}

type Write = (count: number, concurrency: number) => Promise<void>

/** Writes, and waits until every client has received all events so far. */
function counted(write: Write, clients: Clients): Write {
  let total = 0
  return async (count, concurrency) => {
    await write(count, concurrency)
    await clients.got((total += count))
  }
}

/** Concurrent writers, whose events our hub sends in batches; and single events. */
const workloads = [
  {
    label: `${writers} writers`,
    count: events,
    write: (write: Write, count: number) => write(count, writers),
  },
  {
    label: 'one event at a time',
    count: Math.ceil(events / 4),
    async write(write: Write, count: number) {
      for (let written = 0; written < count; written++) await write(1, 1)
    },
  },
]

function printResult(label: string, ours: number, bare: number): void {
  const perSecond = (microseconds: number) => Math.round((subscribers / microseconds) * 1_000_000)
  const ratio = bare / ours
  console.log(
    `  ${label}: bare ws ${perSecond(bare)}, ours ${perSecond(ours)}, ratio ${ratio.toFixed(2)}x   ` +
      `goal: ≥ ${goal}x: ${ratio >= goal ? 'met' : 'MISSED'}`,
  )
}

/** Returns the exact bytes of an event as our hub sends them. */
async function sampleEvent(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  const { nextCursor } = await clientFor(url, token)('activity.listEvents', { cursor: 'latest' })
  await clientFor(url, token)('tasks.create', { project: 'website', title: 'An event of an ordinary size' })
  const path = `/api/events?wait=20&cursor=${nextCursor}`
  const { text } = await send(url, { method: 'GET', path, headers })
  const { items } = JSON.parse(text) as { items: unknown[] }
  return JSON.stringify({ type: 'event', event: items[0] })
}
