import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import type { KnownCaller } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { findValidCredentials } from '../auth/credentials/authenticate.ts'
import { isFinal } from './run.ts'
import type { RunRow } from './tables.ts'

const pollIntervalMs = 1000

/**
 * Waits until a run has ended, for at most this many seconds, and returns it. Ends early when the server stops or the client
 * disconnects. Rejects a caller whose credential ended during the wait. Notices of other nodes can be lost, so it also polls.
 */
export async function waitForRun(
  { database, bus, stopping }: App,
  { credentialId, user }: KnownCaller,
  { signal }: Pick<RequestFacts, 'signal'>,
  run: RunRow,
  seconds: number,
): Promise<RunRow> {
  if (seconds === 0 || isFinal(run.state)) return run
  const cancelled = AbortSignal.any([stopping, ...(signal ? [signal] : [])])
  const deadline = Date.now() + seconds * 1000
  let wake = () => {}
  let changed = false
  const unsubscribe = bus.onRunChanged((id) => {
    if (id !== run.id) return
    changed = true
    wake()
  })
  const unsubscribeRevoked = bus.onRevoked((id) => {
    if ([credentialId, user.id].includes(id)) wake()
  })
  const abort = () => wake()
  cancelled.addEventListener('abort', abort)
  try {
    let current = run
    while (!isFinal(current.state) && Date.now() < deadline && !cancelled.aborted) {
      if (!(await findValidCredentials(database, [credentialId])).has(credentialId))
        reject('invalid_credential')
      const [read] = await database.run<RunRow>(
        sql`select * from tunnel_runs where tunnel_id = ${run.tunnel_id} and id = ${run.id}`,
      )
      if (!read) return current
      current = read
      if (isFinal(current.state)) break
      const waitMs = Math.min(pollIntervalMs, deadline - Date.now())
      // A notice between the read and this line must not be missed.
      if (!changed && waitMs > 0 && !cancelled.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      changed = false
    }
    return current
  } finally {
    unsubscribe()
    unsubscribeRevoked()
    cancelled.removeEventListener('abort', abort)
  }
}
