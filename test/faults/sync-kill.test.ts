import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type TestServer, engines, freshDatabase, runTestServer } from '../harness.ts'
import { freePort } from '../partners/postgres.ts'
import { type ServerProcess, startServerProcess } from '../partners/server-process.ts'
import { quietSettings } from '../settings.ts'
import { checkConvergence } from '../sync/converge.ts'
import { startFaultyProxy } from '../sync/faulty-proxy.ts'
import { History } from '../sync/history.ts'
import { type Lane, createOrganization, openLane } from '../sync/lane.ts'
import { Rejection } from '../sync/protocol.ts'
import { type Request, inProcess, overHttp } from '../sync/requests.ts'
import { chosenSeed } from '../sync/run-histories.ts'
import { type Plan, type Step, plans } from '../sync/steps.ts'

/*
 * The histories of test/sync with a server process that is killed with -9 again and again, behind a proxy that delays
 * and cuts connections. The histories of an engine run concurrently, each in its own organization.
 */
const histories = 10
const kills = 3

for (const engine of engines) {
  describe(`devices that work offline while the server is killed, on ${engine}`, () => {
    const seed = chosenSeed ?? 1
    it(`converge in ${histories} histories with ${kills} kills (SYNC_SEED=${seed})`, async (t) => {
      const settings = {
        ...(await freshDatabase(engine)),
        ...quietSettings,
        PORT: String(await freePort()),
      }
      const prepared = await prepare(settings, seed)
      const cuts = await runKilled(settings, prepared)
      await checkAll(settings, prepared)
      const repeated = countRepeated(prepared)
      t.diagnostic(`${cuts} cut connections, ${repeated} changes were sent again after a lost response`)
      assert.ok(repeated > 0, 'some responses were lost')
    })
  })
}

interface Prepared {
  history: History
  plan: Plan
}

/** Creates the users, devices and organizations in this process, because it needs the database. */
async function prepare(settings: Record<string, string>, seed: number): Promise<Prepared[]> {
  const server = await runTestServer({ ...settings, PORT: '0' })
  const chosen = fc.sample(plans({ steps: 60 }), { seed, numRuns: histories })
  const prepared: Prepared[] = []
  for (const plan of chosen) {
    const lane = await openLane(server)
    const history = new History(plan, lane, await createOrganization(lane, plan), inProcess(server.app))
    await history.start()
    prepared.push({ history, plan })
  }
  await server.stop()
  return prepared
}

/** Runs the steps of all histories concurrently. Kills the server whenever the next part of the steps is done. */
async function runKilled(settings: Record<string, string>, prepared: Prepared[]): Promise<number> {
  const start = () => startServerProcess(settings, { output: path.join(settings.DATA_DIR!, 'server.log') })
  let server: Promise<ServerProcess> = start()
  const { url } = await server
  const proxy = await startFaultyProxy(url)
  const total = prepared.reduce((sum, { plan }) => sum + plan.steps.length, 0)
  let [done, killed] = [0, 0]
  const kill = async (running: Promise<ServerProcess>) => {
    await (await running).kill()
    return start()
  }
  // A device that can't reach the server waits for it, or the steps would be over before it is back.
  const request = afterRestart(overHttp(proxy.url), () => server)
  await Promise.all(
    prepared.map(async ({ history, plan }) => {
      history.reconnect(request, untilAnswered(overHttp(url)))
      for (const step of plan.steps) {
        if (isPossible(step)) await history.step(step)
        if (++done < ((killed + 1) * total) / (kills + 1)) continue
        killed++
        server = kill(server)
      }
    }),
  )
  await (await server).kill()
  proxy.close()
  return proxy.cuts()
}

function afterRestart(request: Request, restarted: () => Promise<unknown>): Request {
  return (...args) =>
    request(...args).catch(async (error: unknown) => {
      await restarted()
      throw error
    })
}

/** Leaves out the steps that need the database, which belongs to the other process. */
function isPossible(step: Step): boolean {
  if (step.step === 'revoke' || step.step === 'late') return false
  return step.step !== 'access' || (step.what !== 'remove' && step.what !== 'add')
}

/** Repeats a request of a user until the server responds. Its idempotency key prevents that it takes effect twice. */
function untilAnswered(request: Request): Request {
  return async (...args) => {
    for (;;)
      try {
        return await request(...args)
      } catch (error) {
        if (!(error instanceof Rejection) || (error.status !== 0 && error.status !== 503)) throw error
        await pause(50)
      }
  }
}

/** Checks all histories on a server in this process, which starts from what the last kill left. */
async function checkAll(settings: Record<string, string>, prepared: Prepared[]): Promise<void> {
  const server = await runTestServer({ ...settings, PORT: '0' })
  try {
    for (const { history } of prepared) {
      moveTo(history.lane, server)
      const request = inProcess(server.app)
      history.reconnect(request, request)
      await checkConvergence(history, request)
    }
  } finally {
    await server.stop()
  }
}

function moveTo(lane: Lane, server: TestServer): void {
  lane.server = server
}

function countRepeated(prepared: Prepared[]): number {
  return prepared
    .flatMap(({ history }) => history.all.flatMap(({ records }) => records))
    .filter(({ result }) => result?.outcome === 'duplicate').length
}
