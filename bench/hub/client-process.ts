import { WebSocket } from 'ws'
import type { ClientOptions, ReceivedEvent } from './clients.ts'

/*
 * Opens connections, follows the organization on each, and counts the events: as little as a client can do. It tells how
 * many each of them has got; one that gets more than the others, or is closed, is a failure.
 */
const { url, token, count, from } = JSON.parse(process.env.OPTIONS!) as ClientOptions
const atOnce = 100
const event = '{"type":"event"'
const tell = (told: ReceivedEvent) => process.send!(told)

const received = new Int32Array(count)
/** How many clients have got how many events. */
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
      if (reached[got] === count) tell({ got })
    })
    socket.on('error', (error) => tell({ failed: error.message }))
    socket.on('close', (code, reason) => tell({ failed: `closed with ${code} ${reason.toString()}` }))
  })
}

let next = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < count) await open(next++)
  }),
)
tell({ ready: true })
