import { WebSocket } from 'ws'
import { clientFor } from '../../test/harness.ts'
import type { TimingRecorder } from './timings.ts'
import { takeTurns, type TurnOptions, oneOf } from './turns.ts'

/** Runs a person with a dashboard: they read and write over HTTP, and receive all events of the organization live. */
export function runPerson(
  { url, token, projects }: { url: string; token: string; projects: string[] },
  options: TurnOptions,
): Promise<void> {
  const { timings } = options
  const call = clientFor(url, token)
  return takeTurns(async () => {
    const socket = await openSocket(url, token, timings)
    const project = oneOf(projects)
    /** The last task that the person saw. */
    let task: string | undefined
    const reads: (() => Promise<unknown>)[] = [
      async () => (task = (await call('tasks.list', { project })).items[0]!.key),
      () => call('projects.get', { project }),
      () => call('projects.tree', { project, limit: 100 }),
      () => call('activity.list', { project }),
      () => call('home.get', {}),
      () => call('notifications.list', {}),
      () => call('search.find', { q: 'check the invoice' }),
    ]
    const writes: (() => Promise<unknown>)[] = [
      () => call('tasks.create', { project, title: 'Look into a report of a customer' }),
      () => call('comments.create', { item: task!, body: 'Who can look at this?' }),
      () =>
        call('tasks.update', {
          task: task!,
          priority: oneOf(['low', 'medium', 'high'] as const),
          force: true,
        }),
    ]
    return {
      async act() {
        if (socket.readyState !== WebSocket.OPEN) throw new Error('A live connection was closed.')
        if (task && Math.random() < 0.3) await timings.time('writes', oneOf(writes))
        else await timings.time('reads', task ? oneOf(reads) : reads[0]!)
      },
      close: () => socket.terminate(),
    }
  }, options)
}

function openSocket(url: string, token: string, timings: TimingRecorder): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  socket.once('open', () => socket.send('{"type":"subscribe","topics":["organization"]}'))
  socket.once('error', reject)
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; event?: { at: string } }
    if (message.type === 'subscribed') resolve(socket)
    // The server and this program have the same clock.
    if (message.event) timings.add('deliveries', Date.now() - Date.parse(message.event.at))
  })
  return promise
}
