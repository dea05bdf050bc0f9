import { WebSocket } from 'ws'
import type { ClientOptions, ReceivedEvent } from './clients.ts'

/*
 * Opens connections, subscribes each to the organization, and counts the events, with as little work as possible.
 * Reports the number of events that all clients have received. A closed connection is a failure.
 */
const { url, token, count, from } = JSON.parse(process.env.OPTIONS!) as ClientOptions
const concurrency = 100
const event = '{"type":"event"'
const report = (message: ReceivedEvent) => process.send!(message)

const received = new Int32Array(count)
/** The number of clients that have received each number of events. */
const reached: number[] = []

function open(number: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, {
      headers: { Authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      skipUTF8Validation: true,
      ...(from && { localAddress: from }),
    })
    socket.on('open', () => socket.send('{"type":"subscribe","topics":["organization"]}'))
    socket.on('message', (data: Buffer) => {
      if (data.toString('latin1', 0, event.length) !== event) {
        if (data.includes('"subscribed"')) resolve()
        return
      }
      const got = ++received[number]!
      reached[got] = (reached[got] ?? 0) + 1
      if (reached[got] === count) report({ got })
    })
    socket.on('error', (error) => report({ failed: error.message }))
    socket.on('close', (code, reason) => report({ failed: `closed with ${code} ${reason.toString()}` }))
  })
}

let next = 0
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    while (next < count) await open(next++)
  }),
)
report({ ready: true })
