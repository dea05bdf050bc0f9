import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import type { Client } from '../../server/assembly/client.ts'
import { clientFor, type Engine, freshDatabase, type Person } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { startServerProcess } from '../partners/server-process.ts'
import { highRateLimits } from './own-postgres.ts'
import type { Acknowledged, Writers } from './writers.ts'
import { signUp } from '../sign-up.ts'

export const clients = 100

/** Returns how often to kill the server. KILL_ROUNDS overrides the default. */
export function roundsOf(defaultRounds: number): number {
  return Number(process.env.KILL_ROUNDS ?? defaultRounds)
}

interface Rounds {
  rounds: number
  start(url: string, person: Person, project: string, clients: number): Promise<Writers>
  /** Checks that all acknowledged writes exist. Can check those of this round more thoroughly. */
  check(call: Client, all: Acknowledged[], fromThisRound: Acknowledged[]): Promise<void>
}

/** Kills a server at a random moment while clients write to it, restarts and checks it, round after round. */
export async function killRepeatedly(engine: Engine, { rounds, start, check }: Rounds): Promise<void> {
  const settings: Record<string, string> = {
    ...(await freshDatabase(engine)),
    ...highRateLimits,
    PORT: String(await freePort()),
  }
  const startServer = () =>
    startServerProcess(settings, { output: path.join(settings.DATA_DIR!, 'server.log') })
  const acknowledged: Acknowledged[] = []
  let server = await startServer()
  const ada = await registerWithProject(server.url)
  for (let round = 1; round <= rounds; round++) {
    const writers = await start(server.url, ada, 'website', clients)
    await writers.waitForCount(randomInt(1, clients))
    await server.kill()
    await writers.stop()
    assert.deepEqual(writers.unexpected, [])
    acknowledged.push(...writers.acknowledged)
    server = await startServer()
    await check(ada.call, acknowledged, writers.acknowledged)
  }
  await server.stop()
}

export async function registerWithProject(url: string): Promise<Person> {
  const { token, organization, user } = await signUp(clientFor(url, null), {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'the password of Ada',
  })
  const call = clientFor(url, token)
  await call('projects.create', { name: 'Website' })
  return { token, call, user, organization: organization! } as Person
}
