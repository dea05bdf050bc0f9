import { clientFor } from '../../test/harness.ts'
import { type Contender, cpuOf, cpuPerPiece } from '../cpu.ts'
import { onInstance } from '../instance.ts'
import { load, send } from '../load.ts'
import { openClients } from './clients.ts'

const subscribers = Number(process.env.BENCH_SUBSCRIBERS ?? 1000)
const events = Number(process.env.BENCH_EVENTS ?? 400)
const rounds = 5
const writers = 10
const goal = 0.7

/**
 * Deliveries for each second of CPU. Ours: a node that holds the connections, while tasks are written at another node; in
 * its CPU is all that it does: it hears of the write, reads the journal, checks who sees what, makes the frame, sends it. The
 * other: `ws` with the same bytes, posted to it by as many at a time.
 */
export function fanOut(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const environment = { ...settings, LIVE_CONNECTIONS: '1000000' }
    const [ours, elsewhere] = [await start(undefined, environment), await start(undefined, environment)]
    const bare = await start(new URL('./bare.ts', import.meta.url), {})
    const { token } = await clientFor(ours.url, null)('accounts.register', {
      ...{ name: 'Ada', email: 'ada@example.com', password: 'the password of Ada' },
    })
    await clientFor(ours.url, token)('projects.create', { name: 'Website' })
    const sample = await sampleEvent(elsewhere.url, token)
    const options = { token, count: subscribers }
    const [atOurs, atBare] = [
      await openClients({ url: ours.url, ...options }),
      await openClients({ url: bare.url, ...options }),
    ]
    const body = JSON.stringify({ project: 'website', title: 'An event of an ordinary size' })
    const contender = (
      pid: number,
      url: string,
      request: Parameters<typeof load>[1],
      clients: typeof atOurs,
    ): Contender => {
      let total = 0
      return {
        cpu: () => cpuOf(pid),
        async work(count) {
          await load(url, request, count, writers)
          await clients.got((total += count))
        },
      }
    }
    const authorized = { Authorization: `Bearer ${token}` }
    const [us, them] = await cpuPerPiece(
      [
        contender(
          ours.pid,
          elsewhere.url,
          { method: 'POST', path: '/api/tasks', headers: authorized, body: () => body },
          atOurs,
        ),
        contender(bare.pid, bare.url, { method: 'POST', path: '/', body: () => sample }, atBare),
      ],
      events,
      rounds,
    )
    await Promise.all([atOurs.close(), atBare.close()])
    const perSecond = (microseconds: number) => Math.round((subscribers / microseconds) * 1_000_000)
    const ratio = them! / us!
    console.log(
      `Hub: ${subscribers} subscribers, ${rounds} rounds of ${events} events of ${sample.length} bytes, ${writers} writers ` +
        `at a time, every event received by all\n` +
        `  deliveries for each second of CPU: bare ws ${perSecond(them!)}, ours ${perSecond(us!)}, ratio ${ratio.toFixed(2)}x` +
        `   goal: ≥ ${goal}x: ${ratio >= goal ? 'met' : 'MISSED'}`,
    )
  })
}

/** The very bytes of an event as ours sends them. */
async function sampleEvent(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` }
  const { nextCursor } = await clientFor(url, token)('activity.listEvents', { cursor: 'latest' })
  await clientFor(url, token)('tasks.create', { project: 'website', title: 'An event of an ordinary size' })
  const path = `/api/events?wait=20&cursor=${nextCursor}`
  const { text } = await send(url, { method: 'GET', path, headers })
  const { items } = JSON.parse(text) as { items: unknown[] }
  return JSON.stringify({ type: 'event', event: items[0] })
}
