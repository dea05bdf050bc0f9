import { z } from 'zod'
import {
  type Bookmark,
  type JournalRow,
  type Position,
  journalStart,
  encodeCursor,
  latestPosition,
  readJournal,
  resumeFrom,
} from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Role } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findValidCredentials } from '../auth/credentials/authenticate.ts'
import { hasRequiredSecondFactor } from '../auth/second-factor/policy.ts'
import { inVisibleProjects } from '../projects/access.ts'
import { Event, eventFromRow } from '../../operations/event.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'

export const listEvents = operation({
  id: 'activity.listEvents',
  summary: 'Read the events after a cursor, in journal order, and optionally wait for new ones.',
  http: 'GET /api/events',
  access: inVisibleProjects,
  input: z.object({
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe(
        'nextCursor of the previous call, or "latest" for new events only. Default: the start of the journal.',
      ),
    wait: z
      .int()
      .min(0)
      .max(25)
      .default(0)
      .describe('Seconds to wait if there are no events yet. Default 0, maximum 25.'),
    limit: z
      .int()
      .min(1)
      .max(500)
      .default(100)
      .describe('Maximum number of events. Default 100, maximum 500.'),
  }),
  output: z.object({
    items: z.array(Event),
    nextCursor: z.string().describe('Cursor for the next call. Never null, because the feed has no end.'),
    more: z.boolean().describe('Whether more events can be read immediately.'),
  }),
}).run(async (ctx, input) => {
  const from = await startPosition(ctx, input.cursor)
  let rows = await readVisible(ctx, from, input.limit)
  if (rows.length === 0 && input.wait > 0) rows = await waitForRows(ctx, from, input)
  const items = rows.map((row) => eventFromRow(ctx.app.epoch, row))
  return {
    items,
    nextCursor: items.at(-1)?.cursor ?? encodeCursor(ctx.app.epoch, from),
    more: items.length === input.limit,
  }
})

async function startPosition(ctx: Context, cursor: string | undefined): Promise<Bookmark> {
  if (cursor === undefined) return journalStart
  return cursor === 'latest' ? latestPosition(ctx.db) : resumeFrom(ctx.db, ctx.app.epoch, cursor)
}

type EventsContext = Context & InOrganization

function readVisible(ctx: EventsContext, from: Position, limit: number): Promise<JournalRow[]> {
  return readJournal(ctx.db, from, eventsVisibleTo(ctx), limit)
}

/**
 * Limits the wait between two reads. A notice can announce a row that is not yet safe to read, because an older
 * transaction is still running. The end of that transaction may send no notice.
 */
const recheckIntervalMs = 1000

async function waitForRows(ctx: EventsContext, from: Bookmark, limits: { wait: number; limit: number }) {
  const { bus, stopping, metrics } = ctx.app
  const { signal } = ctx.request
  const revoked = new AbortController()
  const { caller, user } = ctx
  const stopWatchingRevocations = bus.onRevoked((id) => {
    if ([caller.credentialId, user.id, caller.impersonator?.id].includes(id)) revoked.abort(id)
  })
  let hasReconnected = false
  const stopWatchingReconnects = bus.onReconnected(() => (hasReconnected = true))
  // Stop when the client disconnects, the server shuts down or the credential is revoked.
  const cancelled = AbortSignal.any([stopping, revoked.signal, ...(signal ? [signal] : [])])
  const deadline = Date.now() + limits.wait * 1000
  metrics.streams.inc({ door: 'events' })
  try {
    let rows: JournalRow[] = []
    while (rows.length === 0 && Date.now() < deadline && !cancelled.aborted) {
      await bus.news(ctx.organization.id, Math.min(deadline - Date.now(), recheckIntervalMs), cancelled)
      if (revoked.signal.aborted) {
        await rejectEnded(ctx, revoked.signal.reason as string)
        break
      }
      if (hasReconnected) {
        await rejectRevoked(ctx)
        await resumeFrom(ctx.db, ctx.app.epoch, encodeCursor(ctx.app.epoch, from))
      }
      hasReconnected = false
      rows = await readVisible(ctx, from, limits.limit)
    }
    if (rows.length === 0) return []
    // The credential may have expired during the wait.
    if (!(await findValidCredentials(ctx.db, [caller.credentialId])).has(caller.credentialId))
      reject('invalid_credential')
    return (await hasSameRole(ctx)) ? rows : []
  } finally {
    stopWatchingRevocations()
    stopWatchingReconnects()
    metrics.streams.dec({ door: 'events' })
  }
}

/**
 * Checks whether the caller still has the same role, and a second factor if one has become required. If not, the
 * response is empty and the next request is checked afresh.
 */
async function hasSameRole({ app, db, organization, user }: EventsContext): Promise<boolean> {
  const [member] = await db.run<{ role: Role }>(
    sql`select m.role from organization_members m
       join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = ${organization.id} and m.user_id = ${user.id}
        and ${hasRequiredSecondFactor(app.config.SECOND_FACTOR)}`,
  )
  return member?.role === organization.role
}

/** Checks the database for a revocation, because a reconnect may have lost the notice. */
async function rejectRevoked(ctx: EventsContext): Promise<void> {
  const [revoked] = await ctx.db.run(
    sql`select 1 from credentials where id = ${ctx.caller.credentialId} and revoked_at is not null
     union all select 1 from login_sessions where id = ${ctx.caller.credentialId} and revoked_at is not null`,
  )
  await rejectEnded(ctx, revoked ? ctx.caller.credentialId : ctx.user.id)
}

/**
 * Rejects a revoked credential or a suspended user. Other notices about a user, such as a new password, end only the
 * wait: API keys stay valid, and their clients can ask again.
 */
async function rejectEnded(ctx: EventsContext, id: string): Promise<void> {
  if (id === ctx.caller.credentialId) reject('invalid_credential')
  const [suspended] = await ctx.db.run(sql`select 1 from users where id = ${id} and suspended_at is not null`)
  if (suspended) reject('suspended')
}
