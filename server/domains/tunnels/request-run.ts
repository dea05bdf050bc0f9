import { createHash } from 'node:crypto'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { OperationError, reject } from '../../errors/errors.ts'
import { type KnownCaller, actorOf } from '../../operations/caller.ts'
import type { App, RequestFacts } from '../../operations/context.ts'
import { requireStorable } from '../../operations/storable.ts'
import { transact } from '../../operations/transact.ts'
import { checkFlat } from '../../platform/flat-schema.ts'
import { idFrom, newId } from '../../platform/ids.ts'
import { type OnTunnel, onTunnel } from './access.ts'
import { type ActionName, type DeclaredAction, findAction } from './declaration.ts'
import { recordRun } from './record-events.ts'
import type { McpRequest, RunRow } from './tables.ts'
import { statusSql } from './tunnel.ts'

export interface RequestedRun {
  tunnel: string
  /** Chosen by the requester, so that a repeated request is the same run. */
  id?: string | undefined
  action: ActionName
  target?: string | null | undefined
  input?: Record<string, unknown> | undefined
  timeoutSeconds?: number | undefined
  /** Set for a tool call through MCP. */
  mcp?: McpRequest | undefined
}

const maxUnfinished = 20
const maxUndecided = 5

/**
 * Requests a run of an action that the machine declares, and returns it. A repeated request with the same id returns the same
 * run, also while the machine is offline. For the operation and for doors.
 */
export async function requestRun(
  app: App,
  caller: KnownCaller,
  request: RequestFacts,
  { tunnel: ref, action, target = null, input = {}, mcp, ...rest }: RequestedRun,
): Promise<RunRow> {
  requireStorable(input)
  const id = rest.id?.toLowerCase() ?? idOfRequest(caller, ref, request)
  return transact(app, caller, request, async (unit) => {
    // The lock serializes requests for the machine, so that ids and limits are exact.
    const granted = await onTunnel('use').check(
      { caller, db: unit.db, reads: false, hold: true },
      { tunnel: ref },
    )
    const { tunnel } = granted
    const hash = hashOf({ action, target, input })
    const repeated = await findRepeated(unit.db, granted, id, hash)
    if (repeated) return repeated
    const declared = findAction(tunnel.declaration, action, target)
    if (!declared) return reject('action_not_allowed', { action: nameOf(action, target) })
    await requireOnline(unit.db, tunnel.id)
    requireInput(declared, input)
    const timeout = rest.timeoutSeconds ?? declared.timeoutSeconds
    if (timeout > declared.timeoutSeconds)
      throw invalid('timeoutSeconds', `Must be at most ${declared.timeoutSeconds}.`)
    await requireBelowLimits(unit.db, granted, declared)
    const { agent, user, credentialId } = caller
    const [run] = await unit.db.run<RunRow>(
      sql`insert into tunnel_runs (tunnel_id, id, organization_id, user_id, agent_id, credential_id, requester, action,
              target, input, hash, mcp, timeout_seconds)
        values (${tunnel.id}, ${id}, ${tunnel.organization_id}, ${user.id}, ${agent?.id ?? null}, ${credentialId},
              ${JSON.stringify(actorOf(caller))}, ${action}, ${target}, ${JSON.stringify(input)}, ${hash},
              ${mcp ? JSON.stringify(mcp) : null}, ${timeout}) returning *`,
    )
    recordRun(unit, 'tunnel_run.requested', tunnel, run!)
    unit.afterCommit(() => app.bus.tunnelWaits(tunnel.id))
    return run!
  })
}

/** Returns the id of a run without one. A repeated idempotency key leads to the same run. */
function idOfRequest({ user }: KnownCaller, tunnel: string, { idempotencyKey }: RequestFacts): string {
  return idempotencyKey === undefined ? newId() : idFrom(`${user.id} ${tunnel} ${idempotencyKey}`)
}

async function findRepeated(db: Queries, { caller, tunnel, user }: OnTunnel, id: string, hash: Buffer) {
  const [run] = await db.run<RunRow>(
    sql`select * from tunnel_runs where tunnel_id = ${tunnel.id} and id = ${id}`,
  )
  if (!run) return undefined
  const isSame =
    run.user_id === user.id && run.agent_id === (caller.agent?.id ?? null) && hash.equals(run.hash)
  return isSame ? run : reject('run_id_taken', { id })
}

async function requireOnline(db: Queries, tunnelId: string): Promise<void> {
  const [online] = await db.run(
    sql`select 1 from tunnels t where t.id = ${tunnelId} and ${statusSql} = 'online'`,
  )
  if (!online) reject('machine_offline')
}

function requireInput(declared: DeclaredAction, input: Record<string, unknown>): void {
  const problems = checkFlat(declared.input, input)
  if (problems.length === 0) return
  throw new OperationError(
    'invalid_input',
    {},
    problems.map(({ field, problem }) => ({ path: `input.${field}`, message: `This field ${problem}.` })),
  )
}

/** Limits the unfinished runs of a requester. Those that wait for consent would otherwise flood the owner. */
async function requireBelowLimits(db: Queries, { caller, tunnel, user }: OnTunnel, { mode }: DeclaredAction) {
  const [current] = await db.run<{ unfinished: number; undecided: number }>(
    sql`select count(*)::int as unfinished, count(*) filter (where state <> 'running')::int as undecided
       from tunnel_runs where tunnel_id = ${tunnel.id} and ended_at is null and user_id = ${user.id}
        and agent_id is not distinct from ${caller.agent?.id ?? null}::uuid`,
  )
  const { unfinished, undecided } = current!
  if (unfinished >= maxUnfinished || (mode === 'ask' && undecided >= maxUndecided)) reject('too_many_runs')
}

function hashOf(content: { action: string; target: string | null; input: Record<string, unknown> }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([content.action, content.target, sorted(content.input)]))
    .digest()
}

/** Sorts the keys at every depth: a client can send the same input in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

function nameOf(action: string, target: string | null): string {
  return target === null ? action : `${action} of "${target}"`
}

function invalid(path: string, message: string): OperationError {
  return new OperationError('invalid_input', {}, [{ path, message }])
}
