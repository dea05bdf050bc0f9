import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import type { TestServer } from '../harness.ts'
import { checkConvergence } from './converge.ts'
import { History } from './history.ts'
import { type Lane, createOrganization, openLane } from './lane.ts'
import { inProcess } from './requests.ts'
import { type Plan, editsOfOneItem, plans } from './steps.ts'

/** What the histories did, to show that they are not empty. */
export interface Counted {
  histories: number
  outcomes: Record<string, number>
}

/** Repeats a failed run: `SYNC_SEED=… npm test test/sync/convergence.test.ts`. */
export const chosenSeed = process.env.SYNC_SEED === undefined ? undefined : Number(process.env.SYNC_SEED)

/** Without `SYNC_HISTORIES`, every run has the same histories, so that a failure comes from the change under test. */
const isExploring = process.env.SYNC_HISTORIES !== undefined

/**
 * Runs histories in several lanes, because one history spends half of its time waiting for the database. A failure
 * names its seed and the smallest history that fails.
 */
export async function runHistories(server: TestServer, count: number, lanes: number): Promise<Counted> {
  const counted: Counted = { histories: 0, outcomes: {} }
  // A chosen seed is that of one lane.
  const width = chosenSeed === undefined ? lanes : 1
  await Promise.all(
    Array.from({ length: width }, async (_, index) => {
      const lane = await openLane(server)
      const run = fc.asyncProperty(plans(), (plan) => runHistory(lane, plan, counted))
      const seed = chosenSeed ?? (isExploring ? randomInt(2 ** 31) : index)
      const numRuns = Math.ceil(count / lanes)
      await fc.assert(run, { numRuns, seed, examples: [[editsOfOneItem]] }).catch((error: Error) => {
        error.message = `Repeat this with SYNC_SEED=${seed}. ${error.message}\n${String(error.cause)}`
        throw error
      })
    }),
  )
  return counted
}

async function runHistory(lane: Lane, plan: Plan, counted: Counted): Promise<void> {
  const request = inProcess(lane.server.app)
  const history = new History(plan, lane, await createOrganization(lane, plan), request)
  await history.start()
  for (const step of plan.steps) await history.step(step)
  await checkConvergence(history, request)
  counted.histories++
  for (const { result } of history.all.flatMap(({ records }) => records)) {
    const outcome = result?.problem?.code ?? result?.first ?? result?.outcome ?? 'never sent'
    counted.outcomes[outcome] = (counted.outcomes[outcome] ?? 0) + 1
  }
}
