import { clientFor } from '../../test/harness.ts'
import type { ServerProcess } from '../../test/partners/server-process.ts'
import { measured, memoryOf } from '../footprint.ts'
import { onInstance } from '../instance.ts'
import { type Clients, openClients } from './clients.ts'
import { signUp } from '../../test/sign-up.ts'

const steps = (process.env.BENCH_SOCKETS ?? '1000,5000,10000').split(',').map(Number)
const clientsPerProcess = 2500
const goal = 16

/**
 * Measures the memory of an idle subscribed connection: the growth of the process since it had none. Repeats all steps
 * on a second node, so that twice as many connections are open: the number of open files per process is limited.
 */
export function idleSockets(): Promise<void> {
  return onInstance(async ({ settings, start }) => {
    const environment = { ...settings, ...measured, LIVE_CONNECTIONS: '1000000' }
    const ours = await start(undefined, environment)
    const { token } = await signUp(clientFor(ours.url, null), {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'the password of Ada',
    })
    console.log('Hub: memory for each idle connection: the whole process, and the JavaScript heap in it')
    const clients = await fill('ours', ours, token)
    const second = await start(undefined, environment)
    clients.push(...(await fill('ours, a second node', second, token)))
    const { items } = await clientFor(ours.url, token)('organizations.list', {})
    console.log(
      `  ${2 * steps.at(-1)!} connections are open, and the server still responds: ${items[0]!.name}`,
    )
    await Promise.all(clients.map((each) => each.close()))
    const bare = await start(new URL('./bare.ts', import.meta.url), measured)
    await Promise.all((await fill('bare ws', bare, token)).map((each) => each.close()))
  })
}

async function fill(name: string, server: ServerProcess, token: string): Promise<Clients[]> {
  // Warms up shared memory: compiled code and heap space.
  const first = await openClients({ url: server.url, token, count: 1000 })
  await first.close()
  const clients: Clients[] = []
  const before = await memoryOf(server)
  let open = 0
  for (const step of steps) {
    while (open < step) {
      const count = Math.min(clientsPerProcess, step - open)
      clients.push(
        await openClients({ url: server.url, token, count, from: `127.0.0.${2 + clients.length}` }),
      )
      open += count
    }
    const now = await memoryOf(server)
    const each = (now.resident - before.resident) / step
    const heap = (now.heap - before.heap) / step
    const verdict = name.startsWith('ours')
      ? `   goal: ≤ ${goal} KiB: ${each <= goal ? 'met' : 'MISSED'}`
      : ''
    console.log(`  ${name}, ${step}: ${each.toFixed(1)} KiB, ${heap.toFixed(1)} KiB${verdict}`)
  }
  return clients
}
