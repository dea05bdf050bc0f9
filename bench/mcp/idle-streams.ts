import { clientFor } from '../../test/harness.ts'
import type { ServerProcess } from '../../test/partners/server-process.ts'
import { measured, memoryOf } from '../footprint.ts'
import { onInstance } from '../instance.ts'
import type { Kind } from './stream-process.ts'
import { type Streams, openStreams } from './streams.ts'
import { signUp } from '../../test/sign-up.ts'

const steps = (process.env.BENCH_STREAMS ?? '1000,5000').split(',').map(Number)
// The number of streams per token is limited, so there are several tokens.
const streamsPerToken = 500
const goal = 32

/** Measures the memory of an idle stream: the growth of the process since it had none. */
export function idleStreams(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    console.log('MCP: memory for each idle stream: the whole process, and the JavaScript heap in it')
    for (const kind of ['sse', 'session'] as const) {
      // Each kind has its own server, so that leftovers of one don't count for the other.
      const ours = await start(undefined, { ...settings, ...measured, LIVE_CONNECTIONS: '1000000' })
      await fill('ours', kind, ours, await tokensAt(ours.url, kind))
      await ours.stop()
      const echo = await start(new URL('./echo.ts', import.meta.url), measured)
      await fill('SDK echo', kind, echo, async () => 'none')
      await echo.stop()
    }
  })
}

type NewToken = () => Promise<string>

async function tokensAt(url: string, kind: Kind): Promise<NewToken> {
  const { token } = await signUp(clientFor(url, null), {
    name: 'Ada',
    email: `ada-${kind}@example.com`,
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  return async () => (await call('credentials.createMcpToken', { name: 'bench' })).value
}

async function fill(name: string, kind: Kind, server: ServerProcess, newToken: NewToken): Promise<void> {
  // Warms up shared memory: compiled code and heap space.
  const first = await openStreams({ url: server.url, token: await newToken(), kind, count: streamsPerToken })
  await first.close()
  const opened: Streams[] = []
  const before = await memoryOf(server)
  let open = 0
  for (const step of steps) {
    while (open < step) {
      const count = Math.min(streamsPerToken, step - open)
      opened.push(await openStreams({ url: server.url, token: await newToken(), kind, count }))
      open += count
    }
    const now = await memoryOf(server)
    const each = (now.resident - before.resident) / step
    const heap = (now.heap - before.heap) / step
    const verdict = name === 'ours' ? `   goal: ≤ ${goal} KiB: ${each <= goal ? 'met' : 'MISSED'}` : ''
    console.log(
      `  ${name}, ${titles[kind]}, ${step}: ${each.toFixed(1)} KiB, ${heap.toFixed(1)} KiB${verdict}`,
    )
  }
  await Promise.all(opened.map((streams) => streams.close()))
}

const titles = { sse: 'HTTP+SSE', session: 'the stream of a 2025 session' }
