import { performance } from 'node:perf_hooks'
import { clientFor } from '../../test/harness.ts'
import type { ServerProcess } from '../../test/partners/server-process.ts'
import { cpuOf, cpuPerPiece } from '../cpu.ts'
import { onInstance } from '../instance.ts'
import { load } from '../load.ts'
import { type Connect, type McpClient, transports } from './clients.ts'
import { signUp } from '../../test/sign-up.ts'

const calls = Number(process.env.BENCH_CALLS ?? 2000)
const rounds = 5
const clients = 10
const goal = 1.3

/**
 * Compares `get_task` with an echo tool on the SDK's own server. The goal limits the ratio after subtracting the cost
 * of reading the task, which is measured as the same read over the web API minus a response without a query.
 */
export function measureCalls(): Promise<void> {
  return onInstance(async ({ start }) => {
    const ours = await start()
    const echo = await start(new URL('./echo.ts', import.meta.url), {})
    const { token } = await signUp(clientFor(ours.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    const call = clientFor(ours.url, token)
    await call('projects.create', { name: 'Website', key: 'WEB' })
    await call('tasks.create', { project: 'website', title: 'An ordinary task' })
    const { value } = await call('credentials.createMcpToken', { name: 'bench' })
    console.log(
      `MCP: CPU of the server for reading a task with a tool, ${clients} clients, ${rounds} x ${calls} calls`,
    )
    for (const { name, connect } of transports)
      await compare(name, connect, ours, echo, { mcp: value, http: token })
  })
}

async function compare(
  name: string,
  connect: Connect,
  ours: ServerProcess,
  echo: ServerProcess,
  tokens: { mcp: string; http: string },
): Promise<void> {
  const atOurs = await connectAll(connect, ours, tokens.mcp)
  const atEcho = await connectAll(connect, echo, tokens.mcp)
  const [us, them, read, nothing] = (await cpuPerPiece(
    [
      contender(ours, atOurs),
      contender(echo, atEcho),
      httpContender(ours, '/api/tasks/WEB-1', tokens.http),
      httpContender(ours, '/health', tokens.http),
    ],
    calls,
    rounds,
  )) as [number, number, number, number]
  const reading = read - nothing
  const ratio = (us - reading) / them
  console.log(
    `  ${name}: SDK echo ${them.toFixed(0)} µs, ours ${us.toFixed(0)} µs, of which reading ${reading.toFixed(0)} µs; the rest ` +
      `${ratio.toFixed(2)}x   goal: ≤ ${goal}x: ${ratio <= goal ? 'met' : 'MISSED'}   ` +
      `calls per second: ${await rateOf(atEcho)}, ours ${await rateOf(atOurs)}`,
  )
  for (const client of [...atOurs, ...atEcho]) client.close()
}

function httpContender(ours: ServerProcess, path: string, token: string) {
  const request = { method: 'GET' as const, path, headers: { Authorization: `Bearer ${token}` } }
  return {
    cpu: () => cpuOf(ours.pid),
    work: (count: number) => load(ours.url, request, count, clients),
  }
}

function connectAll(connect: Connect, { url }: ServerProcess, token: string): Promise<McpClient[]> {
  return Promise.all(Array.from({ length: clients }, () => connect(url, token)))
}

function contender({ pid }: ServerProcess, connected: McpClient[]) {
  return { cpu: () => cpuOf(pid), work: (count: number) => callAll(connected, count) }
}

async function rateOf(connected: McpClient[]): Promise<number> {
  const startedAt = performance.now()
  await callAll(connected, calls)
  return Math.round(calls / ((performance.now() - startedAt) / 1000))
}

async function callAll(connected: McpClient[], count: number): Promise<void> {
  let left = count
  await Promise.all(
    connected.map(async (client) => {
      while (left-- > 0) {
        const result = await client.call('get_task', { task: 'WEB-1' })
        if (!result.includes('WEB-1')) throw new Error(`A call returned ${result}`)
      }
    }),
  )
}
