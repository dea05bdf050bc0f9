import type { Database } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { anonymous, system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { transact } from '../../operations/transact.ts'
import { endRun } from './change-run.ts'
import { detachMachine } from './connection-state.ts'
import { withoutRequest } from './record-events.ts'
import type { RunRow, TunnelRow } from './tables.ts'
import { statusSql } from './tunnel.ts'

/** Deletes registrations that no machine claimed, an hour after their code expired. */
export async function purgeUnclaimedTunnels(database: Database): Promise<void> {
  await database.run(
    sql`delete from tunnels where claimed_at is null and revoked_at is null
        and nonce_expires_at < now() - interval '1 hour'`,
  )
}

/** Ends connections whose node stopped without ending them, and runs of machines that stay away. */
export async function endAbandoned(app: App): Promise<void> {
  await detachSilent(app)
  await endAbandonedRuns(app)
}

async function detachSilent(app: App): Promise<void> {
  const silent = await app.database.run<{ id: string; connection_id: string }>(
    sql`select id, connection_id from tunnels
      where connection_id is not null and last_seen_at < now() - interval '60 seconds'`,
  )
  for (const { id, connection_id } of silent) await detachMachine(app, id, connection_id)
}

/** A run that was never sent, while its machine is away for a minute. */
const isUnsent = sql`r.dispatched_at is null and r.created_at < now() - interval '60 seconds'
  and coalesce(t.last_seen_at, '-infinity') < now() - interval '60 seconds'`

/** A run whose machine has been away for a day. */
const isLost = sql`r.dispatched_at is not null and coalesce(t.last_seen_at, '-infinity') < now() - interval '24 hours'`

async function endAbandonedRuns(app: App): Promise<void> {
  const isAbandoned = sql`r.ended_at is null and ${statusSql} <> 'online' and (${isUnsent} or ${isLost})`
  const tunnels = await app.database.run<{ id: string }>(
    sql`select distinct t.id from tunnel_runs r join tunnels t on t.id = r.tunnel_id where ${isAbandoned}`,
  )
  for (const { id } of tunnels)
    await transact(app, anonymous, withoutRequest(), async (unit) => {
      // The machine may connect at this moment.
      const [tunnel] = await unit.db.run<TunnelRow>(
        sql`select * from tunnels where id = ${id} for no key update`,
      )
      const runs = await unit.db.run<RunRow>(
        sql`select r.* from tunnel_runs r join tunnels t on t.id = r.tunnel_id
          where r.tunnel_id = ${id} and ${isAbandoned} order by r.created_at, r.id for no key update of r`,
      )
      for (const run of runs)
        await endRun(
          unit,
          tunnel!,
          run,
          run.dispatched_at === null
            ? { state: 'failed', reason: 'The machine did not connect in time.' }
            : { state: 'lost', reason: 'The machine has been away for 24 hours.' },
          system,
        )
    })
}
