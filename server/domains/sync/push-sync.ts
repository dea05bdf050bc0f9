import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { violates } from '../../database/unique-violation.ts'
import { OperationError, problem } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { toOperationError } from '../../operations/perform.ts'
import { requireWanted } from '../../operations/progress.ts'
import { deviceRef } from '../teams/devices/device.ts'
import { onDevice } from './access.ts'
import { type PushContext, applyChange, applyTogether, hashOf } from './apply-change.ts'
import { Change, Result, type Stored } from './change.ts'
import { independentChanges } from './independent-changes.ts'
import { readScopes } from './scopes.ts'

const maxChanges = 1000

export const pushSync = operation({
  id: 'sync.push',
  summary: 'Push up to 1,000 changes of a device, in order. Each gets its own result.',
  http: 'POST /api/sync/push',
  access: onDevice,
  ownTransactions: true,
  input: z.object({
    device: deviceRef,
    changes: z.array(Change).min(1).max(maxChanges).describe('Changes in the order they were made.'),
  }),
  output: z.object({ results: z.array(Result).describe('Results in the order of the changes.') }),
}).run(async (ctx, { changes }) => {
  const pushing: PushContext = { ...ctx, scopes: await readScopes(ctx.db, ctx) }
  const known = await readKnown(ctx.db, pushing, changes)
  const results: Result[] = []
  for (const run of independentChanges(ctx.app.syncKinds, changes)) {
    requireWanted(ctx.request)
    results.push(...(await pushRun(pushing, run, known)))
    // A new or restored project belongs to what the user can see.
    if (run[0]!.kind === 'project') pushing.scopes = await readScopes(ctx.db, ctx)
  }
  await ctx.db.run(
    sql`insert into sync_positions (device_id, organization_id, pushed_at)
      values (${ctx.device.id}, ${ctx.organization.id}, now())
      on conflict (device_id, organization_id) do update set pushed_at = now()`,
  )
  return { results }
})

interface KnownChange {
  hash: Buffer
  result: Stored
}

/** Applies changes that don't depend on each other: together, or if that fails, one by one. */
async function pushRun(
  ctx: PushContext,
  run: readonly Change[],
  known: Map<string, KnownChange>,
): Promise<Result[]> {
  const fresh = run.filter(({ id }) => !known.has(id))
  if (fresh.length > 1 && new Set(fresh.map(({ id }) => id)).size === fresh.length)
    try {
      const stored = await applyTogether(ctx, fresh)
      const results = new Map(fresh.map(({ id }, index) => [id, { id, ...stored[index]! }]))
      return run.map((change) => results.get(change.id) ?? duplicate(ctx, change, known.get(change.id)!))
    } catch (error) {
      if (isTemporary(error)) throw error
    }
  const results: Result[] = []
  for (const change of run) results.push(await push(ctx, change, known))
  return results
}

/** Applies a change, unless the device sent it before. A rejection becomes its result, so that the next ones go on. */
async function push(ctx: PushContext, change: Change, known: Map<string, KnownChange>): Promise<Result> {
  const { id } = change
  const first = known.get(id)
  if (first) return duplicate(ctx, change, first)
  try {
    const stored = await applyChange(ctx, change)
    known.set(id, { hash: hashOf(change), result: stored })
    return { id, ...stored }
  } catch (error) {
    // The same change may have been pushed concurrently. A second creation then fails because the id is taken.
    const meanwhile = (await readKnown(ctx.db, ctx, [change])).get(id)
    return meanwhile ? duplicate(ctx, change, meanwhile) : refuse(ctx, change, error)
  }
}

function duplicate(ctx: PushContext, change: Change, { hash, result }: KnownChange): Result {
  if (!hash.equals(hashOf(change)))
    return refuse(ctx, change, new OperationError('change_id_reused', { id: change.id }))
  return { id: change.id, ...result, outcome: 'duplicate', first: result.outcome }
}

/** Errors that say nothing about the change. The device sends the whole batch again later. */
const temporary = new Set(['unavailable', 'timed_out', 'storage_full'])

function isTemporary(error: unknown): boolean {
  return temporary.has(toOperationError(error)?.code ?? '')
}

function refuse({ app, request }: PushContext, change: Change, error: unknown): Result {
  const isTaken = violates(error, `${app.syncKinds[change.kind].table}_pkey`)
  const rejection = isTaken ? new OperationError('id_taken', { id: change.item }) : toOperationError(error)
  if (rejection && isTemporary(rejection)) throw rejection
  if (!rejection) app.log.error({ requestId: request.id, err: error }, 'a pushed change failed')
  return {
    id: change.id,
    outcome: 'refused',
    problem: problem(rejection ?? new OperationError('internal'), request.id, app.config.APP_URL),
  }
}

/** Returns the changes that this device pushed before, by id. */
async function readKnown(
  db: Queries,
  { device }: Pick<PushContext, 'device'>,
  changes: readonly Change[],
): Promise<Map<string, KnownChange>> {
  const rows = await db.run<KnownChange & { id: string }>(
    sql`select id, hash, result from sync_changes
      where device_id = ${device.id} and id = any(${changes.map(({ id }) => id)})`,
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
