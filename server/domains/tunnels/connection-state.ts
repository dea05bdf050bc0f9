import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { OperationError } from '../../errors/errors.ts'
import { anonymous } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { requireStorable } from '../../operations/storable.ts'
import { transact } from '../../operations/transact.ts'
import { parseDeclaration } from './declaration.ts'
import { type Machine, isConnectable, joinOwner, ownerSql } from './find-machine.ts'
import { machineActor, recordTunnel, withoutRequest } from './record-events.ts'
import { cancelForbiddenRuns } from './stop-runs.ts'
import { MachineFacts } from './tunnel.ts'

/**
 * Makes a connection the current one of its machine, and replaces an earlier one. Returns undefined if the machine must not
 * connect: revoked, or its owner is suspended or no longer a member. Rejects an invalid declaration with `invalid_input`.
 */
export async function attachMachine(
  app: App,
  tunnelId: string,
  { connectionId, ...given }: { connectionId: string; machine: unknown; declaration: unknown },
): Promise<Machine | undefined> {
  const declaration = parseDeclaration(given.declaration)
  const machine = parseMachine(given.machine)
  const attached = await transact(app, anonymous, withoutRequest(), async (unit) => {
    const before = await lockConnectable(unit.db, tunnelId)
    if (!before) return undefined
    const [row] = await unit.db.run<Machine>(
      sql`update tunnels set connection_id = ${connectionId}, connected_at = now(), last_seen_at = now(),
              machine = ${JSON.stringify(machine)}, declaration = ${JSON.stringify(declaration)}
        where id = ${tunnelId} returning *`,
    )
    const actor = machineActor(before.owner, before.name)
    if (!isDeepStrictEqual(before.declaration, declaration))
      recordTunnel(unit, 'tunnel.declared', row!, { actor })
    recordTunnel(unit, 'tunnel.connected', row!, { actor })
    return { ...row!, owner: before.owner }
  })
  if (!attached) return undefined
  // The node of the replaced connection closes it.
  app.bus.tunnelWaits(tunnelId)
  await cancelForbiddenRuns(app, [tunnelId])
  return attached
}

/** Ends a connection, if it is still the current one. */
export async function detachMachine(app: App, tunnelId: string, connectionId: string): Promise<void> {
  await transact(app, anonymous, withoutRequest(), async (unit) => {
    const [row] = await unit.db.run<Machine>(
      sql`update tunnels t set connection_id = null from users u
        where t.id = ${tunnelId} and t.connection_id = ${connectionId} and u.id = t.user_id
       returning t.*, ${ownerSql} as owner`,
    )
    if (row) recordTunnel(unit, 'tunnel.disconnected', row, { actor: machineActor(row.owner, row.name) })
  })
}

/** Stores a changed permission file. Returns false if the connection is no longer the current one. */
export async function storeDeclaration(
  app: App,
  tunnelId: string,
  connectionId: string,
  given: unknown,
): Promise<boolean> {
  const declaration = parseDeclaration(given)
  const stored = await transact(app, anonymous, withoutRequest(), async (unit) => {
    const before = await lockConnectable(unit.db, tunnelId)
    if (before?.connection_id !== connectionId) return false
    if (isDeepStrictEqual(before.declaration, declaration)) return true
    await unit.db.run(
      sql`update tunnels set declaration = ${JSON.stringify(declaration)} where id = ${tunnelId}`,
    )
    recordTunnel(unit, 'tunnel.declared', before, { actor: machineActor(before.owner, before.name) })
    return true
  })
  if (stored) await cancelForbiddenRuns(app, [tunnelId])
  return stored
}

/**
 * Records that these connections are alive, with one statement. Returns those that are still current and valid: the node
 * closes the others, because they were replaced or revoked, or their owner was suspended or removed.
 */
export async function refreshSeen(db: Queries, connectionIds: string[]): Promise<string[]> {
  const rows = await db.run<{ connection_id: string }>(
    sql`update tunnels t set last_seen_at = now() from users u, memberships m
      where t.connection_id = any(${connectionIds}::uuid[]) and u.id = t.user_id
        and m.organization_id = t.organization_id and m.user_id = t.user_id and ${isConnectable}
     returning t.connection_id`,
  )
  return rows.map(({ connection_id }) => connection_id)
}

async function lockConnectable(db: Queries, tunnelId: string): Promise<Machine | undefined> {
  const [machine] = await db.run<Machine>(
    sql`select t.*, ${ownerSql} as owner from tunnels t ${joinOwner}
      where t.id = ${tunnelId} and ${isConnectable} for no key update of t`,
  )
  return machine
}

function parseMachine(given: unknown) {
  const parsed = MachineFacts.safeParse(given)
  if (!parsed.success)
    throw new OperationError('invalid_input', {}, [
      { path: 'machine', message: parsed.error.issues[0]!.message },
    ])
  requireStorable(parsed.data)
  return parsed.data
}
