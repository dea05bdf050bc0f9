import { sql } from '../../database/sql.ts'
import type { Declaration } from '../tunnels/declaration.ts'
import { findAction } from '../tunnels/declaration.ts'
import { buildEach, fromRow } from './pending-notification.ts'

interface WaitingRun {
  tunnel_id: string
  name: string
  owner_id: string
  declaration: Declaration | null
  action: string
  target: string | null
  /** Whether the owner requested it in the dashboard, where the request is in view. */
  is_in_view: boolean
}

/** Notifies the owner of a machine of a run that waits for their consent. Runs of one machine share a notification. */
export const runAsked = buildEach(async (db, row) => {
  const [run] = await db.run<WaitingRun>(
    sql`select r.tunnel_id, t.name, t.user_id as owner_id, t.declaration, r.action, r.target,
            r.user_id = t.user_id and exists (select 1 from login_sessions s where s.id = r.credential_id) as is_in_view
       from tunnel_runs r join tunnels t on t.id = r.tunnel_id
      where r.id = ${row.subject_id} and t.user_id = ${row.private_to} and r.state = 'asked' and r.decision is null`,
  )
  if (!run || run.is_in_view) return []
  return [
    {
      kind: 'tunnel_asked',
      to: [run.owner_id],
      ...fromRow(row),
      subject: { kind: 'tunnel', id: run.tunnel_id, key: null },
      about: run.name,
      body: findAction(run.declaration, run.action, run.target)?.title ?? run.action,
    },
  ]
})

/** Notifies the owner of a machine that another user revoked it. */
export const tunnelRevoked = buildEach(async (_, row) => [
  {
    kind: 'tunnel_state',
    to: row.private_to === null ? [] : [row.private_to],
    ...fromRow(row),
    subject: { kind: 'tunnel', id: row.subject_id, key: null },
    about: row.subject_key,
  },
])
