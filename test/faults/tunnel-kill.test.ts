import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Problem } from '../../server/assembly/client.ts'
import { type TestClient, clientFor, defaultEngine, freshDatabase } from '../harness.ts'
import { MachineProcess } from '../machine-process.ts'
import { freePort } from '../partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../partners/server-process.ts'
import { quietSettings } from '../settings.ts'
import { signUp } from '../sign-up.ts'
import { type SeededRandom, seededRandom } from './live/random.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/*
 * Runs on a machine while its connection is dropped, the server is killed with -9 and the machine's process is killed
 * with -9, in every combination. The requester repeats a request that failed under the same id. TUNNEL_SEED repeats a
 * failed campaign.
 */
const faults = ['connection', 'server', 'machine'] as const
type Fault = (typeof faults)[number]
const combinations = Array.from({ length: 8 }, (_, bits) => faults.filter((__, at) => bits & (1 << at)))
const runsEach = 25
const finals = ['done', 'failed', 'refused', 'cancelled', 'lost']

describe(`runs on a machine while everything fails, on ${defaultEngine}`, () => {
  const random = seededRandom(Number(process.env.TUNNEL_SEED ?? 1))
  it(`end in a correct state and never run twice (TUNNEL_SEED=${random.seed})`, async (t) => {
    const settings: Record<string, string> = {
      ...(await freshDatabase(defaultEngine)),
      ...quietSettings,
      PORT: String(await freePort()),
    }
    const start = () => startServerProcess(settings, { output: path.join(settings.DATA_DIR!, 'server.log') })
    let server: ServerProcess = await start()
    const proxy = await startTcpProxy(server.url)
    const counter = createCounter(path.join(settings.DATA_DIR!, 'counter'))
    const machine = new MachineProcess(path.join(settings.DATA_DIR!, 'machine'), counter.permissions)
    try {
      const { token } = await signUp(clientFor(server.url, null), {
        name: 'Ada',
        email: 'ada@example.com',
        password: 'the password of Ada',
      })
      const call = clientFor(server.url, token)
      const { tunnel, nonce } = await call('tunnels.register', { name: 'Laptop' })
      await machine.claim(proxy.url.replace(/\/$/, ''), nonce)
      machine.start()
      const inject: Record<Fault, () => Promise<void>> = {
        connection: async () => proxy.cut(),
        async server() {
          await server.kill()
          server = await start()
        },
        async machine() {
          await machine.kill()
          machine.start()
        },
      }
      const outcomes: Record<string, number> = {}
      for (const combination of combinations) {
        const runs = requestRuns(call, tunnel.id, random)
        for (const fault of shuffled(combination, random)) {
          await pause(random.below(400))
          await inject[fault]()
        }
        for (const { id, state } of await Promise.all(runs)) {
          check(counter.executions(id), id, state, combination)
          const outcome = `${combination.join(' + ') || 'no fault'}: ${state}`
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }
      for (const [outcome, count] of Object.entries(outcomes)) t.diagnostic(`${count} ${outcome}`)
    } catch (error) {
      t.diagnostic(machine.log().slice(-5000))
      throw error
    } finally {
      await machine.stop()
      proxy.close()
      await server.stop()
    }
  })
})

function requestRuns(call: TestClient, tunnel: string, random: SeededRandom) {
  return Array.from({ length: runsEach }, async () => {
    const id = randomUUID()
    const seconds = String(random.below(4) / 10)
    await pause(random.below(1500))
    const request = {
      tunnel,
      id,
      action: 'run_command',
      target: 'count',
      input: { run: id, seconds },
    } as const
    for (;;) {
      // The same request again: it requests the run, or shows the state of the one that it requested before.
      const { state } = await untilAccepted(() => call('tunnels.execute', { ...request, waitSeconds: 5 }))
      if (finals.includes(state)) return { id, state }
    }
  })
}

/** Repeats a request while the server or the machine is away, or too many runs are unfinished. */
async function untilAccepted<Result>(request: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + 120_000
  for (;;)
    try {
      return await request()
    } catch (error) {
      const isTemporary = error instanceof Problem && [0, 429, 502, 503].includes(error.status)
      if (!isTemporary || Date.now() > deadline) throw error
      await pause(50)
    }
}

function check({ started, ended }: Executions, id: string, state: string, combination: Fault[]): void {
  const about = `run ${id} with ${combination.join(' + ')}: ${state}, ${started} started, ${ended} ended`
  assert.ok(started <= 1, about)
  if (state === 'done') assert.ok(started === 1 && ended === 1, about)
  // Only the death of the machine's process can leave an outcome unknown.
  else assert.ok(state === 'lost' && combination.includes('machine'), about)
}

function shuffled<Item>(items: Item[], random: SeededRandom): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

interface Executions {
  started: number
  ended: number
}

/**
 * The only command of the machine. It appends the id of the run to a file when it starts and again when it ends, so that
 * the disk shows how often each run was executed.
 */
function createCounter(folder: string) {
  fs.mkdirSync(folder)
  const program = path.join(folder, 'count.sh')
  const counted = path.join(folder, 'counted')
  fs.writeFileSync(program, 'echo "start $2" >>"$1"\nsleep "$3"\necho "end $2" >>"$1"\n')
  fs.writeFileSync(counted, '')
  return {
    permissions: `requesters:
  me: true
commands:
  count:
    description: Count a run
    program: /bin/sh
    arguments: ['${program}', '${counted}', '{run}', '{seconds}']
    parameters:
      run: { type: string, pattern: '[0-9a-f-]{36}' }
      seconds: { type: string, pattern: '[0-9.]{1,4}' }
    mode: allow
    timeout: 60s
`,
    executions(run: string): Executions {
      const lines = fs.readFileSync(counted, 'utf8').split('\n')
      const count = (line: string) => lines.filter((each) => each === line).length
      return { started: count(`start ${run}`), ended: count(`end ${run}`) }
    },
  }
}
