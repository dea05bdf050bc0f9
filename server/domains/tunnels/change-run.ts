import { createHash } from 'node:crypto'
import type { Actor } from '../../database/actor.ts'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { Context } from '../../operations/context.ts'
import { recordRun } from './record-events.ts'
import { isFinal, maxTailBytes } from './run.ts'
import type { RunRow, RunState, TunnelRow } from './tables.ts'

/** The parts of a context that a change of a run needs. */
export type Changing = Pick<Context, 'app' | 'db' | 'record' | 'afterCommit'>

type OfTunnel = Pick<TunnelRow, 'id' | 'name' | 'organization_id' | 'user_id'>

/** The outcome of a run. Output that is undefined stays as the node saved it. */
export interface Outcome {
  state: Exclude<RunState, 'queued' | 'asked' | 'running'>
  reason?: string | null | undefined
  result?: unknown
  output?: string | undefined
  outputBytes?: number | undefined
}

/** Stores the outcome of a run, records it, and notifies those who wait for it. The row must be locked. */
export async function endRun(
  ctx: Changing,
  tunnel: OfTunnel,
  run: RunRow,
  { state, reason, result, output, outputBytes }: Outcome,
  actor: Actor,
): Promise<RunRow> {
  const tail = output === undefined ? run.output : tailOf(output)
  const [ended] = await ctx.db.run<RunRow>(
    sql`update tunnel_runs set state = ${state}, reason = ${reason ? storable(reason).slice(0, 2000) : null},
            result = ${result === undefined || result === null ? null : JSON.stringify(storable(result))},
            output = ${tail}, output_bytes = greatest(output_bytes, ${outputBytes ?? Buffer.byteLength(tail)}),
            input = ${JSON.stringify(inputAfterEnd(run))}, ended_at = now()
      where tunnel_id = ${run.tunnel_id} and id = ${run.id} returning *`,
  )
  recordRun(ctx, 'tunnel_run.ended', tunnel, ended!, { actor })
  ctx.afterCommit(() => ctx.app.bus.runChanged(run.id))
  return ended!
}

/** Cancels a run that has not ended. A run that was never sent ends immediately. Otherwise the machine stops it. */
export async function cancelRun(
  ctx: Changing,
  tunnel: OfTunnel,
  run: RunRow,
  by: Actor,
  reason: string,
): Promise<RunRow> {
  if (isFinal(run.state) || run.cancelled_by) return run
  const [cancelled] = await ctx.db.run<RunRow>(
    sql`update tunnel_runs set cancelled_by = ${JSON.stringify(by)}, cancel_reason = ${reason}
      where tunnel_id = ${run.tunnel_id} and id = ${run.id} returning *`,
  )
  if (run.dispatched_at === null) return endRun(ctx, tunnel, cancelled!, { state: 'cancelled', reason }, by)
  recordRun(ctx, 'tunnel_run.cancelled', tunnel, cancelled!, { actor: by })
  ctx.afterCommit(() => {
    ctx.app.bus.tunnelWaits(tunnel.id)
    ctx.app.bus.runChanged(run.id)
  })
  return cancelled!
}

/** Locks the runs of a tunnel that have not ended. Lock the tunnel first. */
export function lockUnfinished(db: Queries, tunnelId: string): Promise<RunRow[]> {
  return db.run<RunRow>(
    sql`select * from tunnel_runs where tunnel_id = ${tunnelId} and ended_at is null
      order by created_at, id for no key update`,
  )
}

/** Returns the last 64 KiB of an output, from the start of a character. */
export function tailOf(output: string): string {
  const bytes = Buffer.from(storable(output))
  if (bytes.length <= maxTailBytes) return bytes.toString()
  let start = bytes.length - maxTailBytes
  while ((bytes[start]! & 0xc0) === 0x80) start++
  return bytes.toString('utf8', start)
}

/** Replaces the characters that PostgreSQL can't store, because a machine must not fail to report an outcome. */
export function storable<Value>(value: Value): Value {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\u{FFFD}') as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storable(key), storable(inner as unknown)]),
  ) as Value
}

/** Replaces the content of a written file with its size and hash, so that the history holds no copies of files. */
function inputAfterEnd({ action, input }: RunRow): Record<string, unknown> {
  if (action !== 'write_file' || typeof input.content !== 'string') return input
  const { content, ...rest } = input
  const bytes = Buffer.from(content, input.encoding === 'base64' ? 'base64' : 'utf8')
  return { ...rest, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
