import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { anonymous, system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { transact } from '../../operations/transact.ts'
import { findValidCredentials } from '../auth/credentials/authenticate.ts'
import { usesTunnel } from './access.ts'
import { cancelRun, endRun, lockUnfinished, type Changing } from './change-run.ts'
import { withoutRequest } from './record-events.ts'
import type { RunRow, TunnelRow } from './tables.ts'
import type { Actor } from '../../database/actor.ts'

/** A run that was cancelled because its requester can no longer use the machine. */
export interface StoppedRun {
  tunnelId: string
  run: string
}

const reason = 'The requester can no longer use this machine.'

/**
 * Cancels the unfinished runs whose requester can no longer use the machine: suspended, removed, signed out, a revoked
 * credential, a paused or deleted agent, or no longer in the permission file. Returns the runs that it cancelled.
 */
export async function cancelForbiddenRuns(app: App, tunnelIds: string[]): Promise<StoppedRun[]> {
  const forbidden = await findForbidden(app.database, tunnelIds)
  const byTunnel = Map.groupBy(forbidden, ({ tunnel_id }) => tunnel_id)
  const stopped: StoppedRun[] = []
  for (const [tunnelId, runs] of byTunnel) {
    const ids = new Set(runs.map(({ id }) => id))
    stopped.push(
      ...(await transact(app, anonymous, withoutRequest(), async (unit) => {
        const [tunnel] = await unit.db.run<TunnelRow>(
          sql`select * from tunnels where id = ${tunnelId} for no key update`,
        )
        const locked = (await lockUnfinished(unit.db, tunnelId)).filter(
          ({ id, cancelled_by }) => ids.has(id) && !cancelled_by,
        )
        for (const run of locked) await cancelRun(unit, tunnel!, run, system, reason)
        return locked.map(({ id }) => ({ tunnelId, run: id }))
      })),
    )
  }
  return stopped
}

/** Ends all runs of a tunnel that was revoked. The machine can't report the outcome of those that it has received. */
export async function endRunsOfRevoked(ctx: Changing, tunnel: TunnelRow, by: Actor): Promise<void> {
  for (const run of await lockUnfinished(ctx.db, tunnel.id))
    await endRun(
      ctx,
      tunnel,
      run,
      run.dispatched_at === null
        ? { state: 'cancelled', reason: 'The tunnel was revoked.' }
        : { state: 'lost', reason: 'The tunnel was revoked before the machine reported the outcome.' },
      by,
    )
}

interface UnfinishedRun extends Pick<RunRow, 'tunnel_id' | 'id' | 'agent_id' | 'credential_id'> {
  requester_id: string | null
  email: string
  username: string
  is_member: boolean
  agent_stopped: boolean
  owner_id: string
  declaration: TunnelRow['declaration']
}

async function findForbidden(db: Queries, tunnelIds: string[]): Promise<UnfinishedRun[]> {
  const runs = await db.run<UnfinishedRun>(
    sql`select r.tunnel_id, r.id, r.agent_id, r.credential_id, u.id as requester_id, u.email, u.username,
            u.suspended_at is null and m.role is not null and m.role <> 'guest' as is_member,
            r.requester ->> 'kind' = 'agent' and (a.id is null or a.deleted_at is not null or a.paused_at is not null)
              as agent_stopped,
            t.user_id as owner_id, t.declaration
       from tunnel_runs r join tunnels t on t.id = r.tunnel_id
       left join users u on u.id = r.user_id
       left join memberships m on m.user_id = r.user_id and m.organization_id = r.organization_id
       left join agents a on a.id = r.agent_id
      where r.tunnel_id = any(${tunnelIds}::uuid[]) and r.ended_at is null and r.cancelled_by is null`,
  )
  if (runs.length === 0) return []
  const valid = await findValidCredentials(db, [...new Set(runs.map(({ credential_id }) => credential_id))])
  return runs.filter((run) => {
    if (run.requester_id === null || !run.is_member || run.agent_stopped) return true
    if (!valid.has(run.credential_id)) return true
    const agent = run.agent_id === null ? null : { id: run.agent_id }
    const user = { id: run.requester_id, email: run.email, username: run.username }
    return !usesTunnel({ user_id: run.owner_id, declaration: run.declaration }, { user, agent })
  })
}
