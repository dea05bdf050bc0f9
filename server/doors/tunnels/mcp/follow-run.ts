import { sql } from '../../../database/sql.ts'
import { isFinal } from '../../../domains/tunnels/run.ts'
import type { RunRow } from '../../../domains/tunnels/tables.ts'
import type { App } from '../../../operations/context.ts'

export type FollowedRun = Pick<
  RunRow,
  'id' | 'action' | 'state' | 'reason' | 'result' | 'progress' | 'output'
>

// Notices of the bus can be lost.
const pollIntervalMs = 1000

/** Calls the listener with each state and progress of a run, until it has ended or the signal aborts. */
export async function followRun(
  app: App,
  ids: { tunnel: string; run: string },
  signal: AbortSignal,
  onChange: (run: FollowedRun) => void,
): Promise<FollowedRun | undefined> {
  let wake = () => {}
  let isChanged = true
  const notice = () => {
    isChanged = true
    wake()
  }
  const unsubscribe = app.bus.onRunChanged((id) => id === ids.run && notice())
  signal.addEventListener('abort', notice, { once: true })
  const timer = setInterval(notice, pollIntervalMs)
  try {
    while (!signal.aborted) {
      isChanged = false
      const [run] = await app.database.run<FollowedRun>(
        sql`select id, action, state, reason, result, progress, output from tunnel_runs
            where tunnel_id = ${ids.tunnel} and id = ${ids.run}`,
      )
      if (!run) return undefined
      // An ended run can have a last progress that nobody saw yet.
      onChange(run)
      if (isFinal(run.state)) return run
      if (!isChanged) await new Promise<void>((resolve) => (wake = resolve))
    }
    return undefined
  } finally {
    clearInterval(timer)
    unsubscribe()
  }
}
