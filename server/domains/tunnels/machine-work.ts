import { z } from 'zod'
import type { Actor } from '../../database/actor.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { anonymous } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { transact } from '../../operations/transact.ts'
import { type Changing, endRun, tailOf } from './change-run.ts'
import { type Machine, isConnectable, joinOwner, ownerSql } from './find-machine.ts'
import { machineActor, recordRun, withoutRequest } from './record-events.ts'
import { type RunOrder, isFinal } from './run.ts'
import { type RunRow, runStates, stateRanks } from './tables.ts'
import { parseMessage } from './parse-message.ts'

/** What a node sends to a machine. */
export interface MachineWork {
  start: RunOrder[]
  cancel: { run: string; reason: string }[]
  decide: { run: string; decision: 'allow' | 'refuse'; by: string }[]
  /** The runs whose state the machine must report again, after a new connection. */
  inquire: string[]
}

const maxStarted = 100

/**
 * Returns what the machine has not received yet, and marks it as sent, in one transaction. Returns undefined if another
 * connection is current or the machine must not connect: the node then closes this one. After a new connection
 * (`reconnected`), repeats everything that an earlier connection may have lost. If this function throws, the work may be marked
 * already, so the node must call it again with `reconnected`, or close the connection.
 */
export async function takeWork(
  app: App,
  tunnelId: string,
  connectionId: string,
  { reconnected = false }: { reconnected?: boolean } = {},
): Promise<MachineWork | undefined> {
  const work = await app.database.transaction(async (db) => {
    const machine = await lockCurrent(db, tunnelId, connectionId, 'no key update')
    if (!machine) return undefined
    const isOpen = sql`r.tunnel_id = ${tunnelId} and r.ended_at is null`
    // First, so that it leaves out the runs that start now.
    const inquire = reconnected
      ? await db.run<{ id: string }>(
          sql`select r.id from tunnel_runs r where ${isOpen} and r.dispatched_at is not null order by r.created_at, r.id`,
        )
      : []
    const repeats = sql.raw(String(reconnected))
    const cancel = await db.run<{ run: string; reason: string }>(
      sql`update tunnel_runs r set cancel_sent_at = now()
        where ${isOpen} and r.cancelled_by is not null and r.dispatched_at is not null
          and (r.cancel_sent_at is null or ${repeats})
       returning r.id as run, r.cancel_reason as reason`,
    )
    const decide = await db.run<MachineWork['decide'][number]>(
      sql`update tunnel_runs r set decision_sent_at = now()
        where ${isOpen} and r.state = 'asked' and r.decision is not null and r.cancelled_by is null
          and (r.decision_sent_at is null or ${repeats})
       returning r.id as run, r.decision, r.decided_by ->> 'name' as by`,
    )
    const start = await db.run<RunRow & { person: Machine['owner'] }>(
      sql`with waiting as (
          select r.id from tunnel_runs r where ${isOpen} and r.dispatched_at is null
           order by r.created_at, r.id limit ${maxStarted})
        update tunnel_runs r set dispatched_at = now() from waiting w, users u
         where r.tunnel_id = ${tunnelId} and r.id = w.id and u.id = r.user_id
        returning r.*, ${ownerSql} as person`,
    )
    return {
      start: start.toSorted(byCreation).map((run) => orderFrom(run, machine)),
      cancel,
      decide,
      inquire: inquire.map(({ id }) => id),
    }
  })
  // The rest starts with the next call.
  if (work?.start.length === maxStarted) app.bus.tunnelWaits(tunnelId)
  return work
}

function byCreation(left: RunRow, right: RunRow): number {
  return left.created_at < right.created_at ? -1 : Number(left.created_at > right.created_at)
}

function orderFrom(run: RunRow & { person: Machine['owner'] }, { user_id }: Machine): RunOrder {
  const { id: userId, name, username, email } = run.person
  const { requester } = run
  const agent = requester.kind === 'agent' ? { id: requester.id!, name: requester.name } : null
  return {
    id: run.id,
    action: run.action,
    target: run.target,
    input: run.input,
    timeoutSeconds: run.timeout_seconds,
    createdAt: run.created_at,
    requester: { userId, name, username, email, isOwner: userId === user_id, agent },
    ...run.mcp,
  }
}

/** A state that the machine reports. `unknown` answers an inquiry about a run that the machine never accepted. */
const StateMessage = z.object({
  run: z.uuid(),
  state: z.enum([...runStates, 'unknown']),
  reason: z.string().nullish(),
  result: z.unknown().optional(),
  output: z.string().optional(),
  outputBytes: z.int().min(0).optional(),
  decidedIn: z.literal('terminal').optional(),
})
type StateMessage = z.output<typeof StateMessage>

/**
 * Stores a state that the machine reports, in one transaction that requires the connection to be the current one. States
 * only advance: a late report of an earlier state changes nothing. Returns `saved` if the service has the state, so that the
 * node can acknowledge it; `unknown` if the machine has no such run; and `replaced` if a newer connection is current.
 *
 * The actor of the recorded events is the requester of the run, or the owner via the machine for a decision in its
 * terminal.
 */
export async function saveState(
  app: App,
  tunnelId: string,
  connectionId: string,
  given: unknown,
): Promise<'saved' | 'unknown' | 'replaced'> {
  const message = parseMessage(StateMessage, given)
  return transact(app, anonymous, withoutRequest(), async (unit) => {
    const machine = await lockCurrent(unit.db, tunnelId, connectionId, 'share')
    if (!machine) return 'replaced'
    const [run] = await unit.db.run<RunRow>(
      sql`select * from tunnel_runs where tunnel_id = ${tunnelId} and id = ${message.run} for no key update`,
    )
    if (!run) return 'unknown'
    await applyState(unit, machine, run, message)
    return 'saved'
  })
}

async function applyState(ctx: Changing, machine: Machine, run: RunRow, message: StateMessage) {
  const { state } = message
  if (state === 'unknown') return applyUnknown(ctx, machine, run)
  if (stateRanks[state] <= stateRanks[run.state]) return
  const decided = message.decidedIn ? await storeDecision(ctx, machine, run, state) : run
  if (isOutcome(state)) {
    await endRun(ctx, machine, decided, { ...message, state }, run.requester)
    return
  }
  const [changed] = await ctx.db.run<RunRow>(
    state === 'asked'
      ? sql`update tunnel_runs set state = 'asked', asked_at = now(), dispatched_at = coalesce(dispatched_at, now())
          where tunnel_id = ${machine.id} and id = ${run.id} returning *`
      : sql`update tunnel_runs set state = 'running', started_at = now(), dispatched_at = coalesce(dispatched_at, now())
          where tunnel_id = ${machine.id} and id = ${run.id} returning *`,
  )
  const type = state === 'asked' ? 'tunnel_run.asked' : 'tunnel_run.started'
  recordRun(ctx, type, machine, changed!, { actor: run.requester })
  ctx.afterCommit(() => ctx.app.bus.runChanged(run.id))
}

/** Sends a run again that the machine never accepted. One that it had started before is lost: its log was deleted. */
async function applyUnknown(ctx: Changing, machine: Machine, run: RunRow): Promise<void> {
  if (isFinal(run.state)) return
  if (run.state !== 'queued') {
    const reason = 'The machine no longer knows this run.'
    await endRun(ctx, machine, run, { state: 'lost', reason }, run.requester)
  } else if (run.cancelled_by) {
    await endRun(ctx, machine, run, { state: 'cancelled', reason: run.cancel_reason }, run.cancelled_by)
  } else {
    await ctx.db.run(
      sql`update tunnel_runs set dispatched_at = null where tunnel_id = ${machine.id} and id = ${run.id}`,
    )
    ctx.afterCommit(() => ctx.app.bus.tunnelWaits(machine.id))
  }
}

/** Records the consent or refusal that the owner gave in the terminal of the machine. */
async function storeDecision(
  ctx: Changing,
  machine: Machine,
  run: RunRow,
  state: RunRow['state'],
): Promise<RunRow> {
  if (run.decision) return run
  const decision = state === 'refused' ? 'refuse' : 'allow'
  const actor: Actor = machineActor(machine.owner, machine.name)
  const [decided] = await ctx.db.run<RunRow>(
    sql`update tunnel_runs set decision = ${decision}, decided_by = ${JSON.stringify(actor)}, decision_sent_at = now()
      where tunnel_id = ${machine.id} and id = ${run.id} returning *`,
  )
  recordRun(ctx, 'tunnel_run.decided', machine, run, { actor, data: { decision } })
  return decided!
}

const ProgressMessage = z.object({
  run: z.uuid(),
  done: z.number(),
  total: z.number().optional(),
  message: z.string().max(2000).optional(),
})

/** Stores the progress of a run. Progress is not recorded in the journal. */
export async function saveProgress(
  app: App,
  tunnelId: string,
  connectionId: string,
  given: unknown,
): Promise<void> {
  const { run, ...progress } = parseMessage(ProgressMessage, given)
  const changed = await app.database.run(
    sql`update tunnel_runs r set progress = ${JSON.stringify(progress)} from tunnels t
      where r.tunnel_id = ${tunnelId} and r.id = ${run} and r.ended_at is null
        and t.id = r.tunnel_id and t.connection_id = ${connectionId} returning 1`,
  )
  if (changed.length > 0) app.bus.runChanged(run)
}

/** Stores the end of the output so far. `bytes` is the size of the whole output, so an older tail changes nothing. */
export async function saveTail(
  app: App,
  tunnelId: string,
  run: string,
  tail: string,
  bytes: number,
): Promise<void> {
  const changed = await app.database.run(
    sql`update tunnel_runs set output = ${tailOf(tail)}, output_bytes = ${bytes}
      where tunnel_id = ${tunnelId} and id = ${run} and output_bytes < ${bytes} returning 1`,
  )
  if (changed.length > 0) app.bus.runChanged(run)
}

/** Locks the machine against a new connection until the transaction ends, if this connection is the current one. */
async function lockCurrent(
  db: Queries,
  tunnelId: string,
  connectionId: string,
  lock: 'share' | 'no key update',
): Promise<Machine | undefined> {
  const [machine] = await db.run<Machine>(
    sql`select t.*, ${ownerSql} as owner from tunnels t ${joinOwner}
      where t.id = ${tunnelId} and t.connection_id = ${connectionId} and ${isConnectable} for ${sql.raw(lock)} of t`,
  )
  return machine
}

function isOutcome(
  state: RunRow['state'],
): state is Exclude<RunRow['state'], 'queued' | 'asked' | 'running'> {
  return isFinal(state)
}
