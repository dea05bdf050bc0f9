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
import type { InOrganization } from '../../operations/access.ts'
import type { Role } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findValidCredentials } from '../credentials/authenticate.ts'
import { hasRequiredSecondFactor } from '../second-factor/modes.ts'
import { visibleProjects } from '../projects/access.ts'
import { Event, eventFromRow } from './event.ts'
import { eventsSeenBy } from './visible-events.ts'

export const listEvents = operation({
  id: 'activity.listEvents',
  summary:
    'Read the changes after a cursor, in the order they happened, and wait for the next ones if asked to.',
  http: 'GET /api/events',
  access: visibleProjects,
  input: z.object({
    cursor: z
      .string()
      .max(200)
      .optional()
      .describe(
        'nextCursor of the call before. "latest" starts at this moment; without one it starts at the beginning.',
      ),
    wait: z.int().min(0).max(25).default(0).describe('Seconds to wait for a change when there is none yet.'),
    limit: z.int().min(1).max(500).default(100).describe('How many events at most.'),
  }),
  output: z.object({
    items: z.array(Event),
    nextCursor: z.string().describe('Where to go on. There is always one: the feed has no end.'),
    more: z.boolean().describe('Whether more can be read right now.'),
  }),
}).run(async (ctx, input) => {
  const from = await startingPoint(ctx, input.cursor)
  let rows = await readVisible(ctx, from, input.limit)
  if (rows.length === 0 && input.wait > 0) rows = await waitForRows(ctx, from, input)
  const items = rows.map((row) => eventFromRow(ctx.app.epoch, row))
  return {
    items,
    nextCursor: items.at(-1)?.cursor ?? encodeCursor(ctx.app.epoch, from),
    more: items.length === input.limit,
  }
})

async function startingPoint(ctx: Context, cursor: string | undefined): Promise<Bookmark> {
  if (cursor === undefined) return journalStart
  return cursor === 'latest' ? latestPosition(ctx.db) : resumeFrom(ctx.db, ctx.app.epoch, cursor)
}

type Asking = Context & InOrganization

function readVisible(ctx: Asking, from: Position, limit: number): Promise<JournalRow[]> {
  const { where, values } = eventsSeenBy(ctx)
  return readJournal(ctx.db, from, where, [...values], limit)
}

/**
 * A notice may tell of a row that is not yet safe to read, because an older transaction is still running, and the end of
 * that one may come without a notice. So nobody waits longer than this without looking.
 */
const longestNap = 1000

async function waitForRows(ctx: Asking, from: Bookmark, asked: { wait: number; limit: number }) {
  const { bus, stopping, metrics } = ctx.app
  const { signal } = ctx.request
  const revoked = new AbortController()
  const { caller, user } = ctx
  const forget = bus.onRevoked((id) => {
    if ([caller.credentialId, user.id, caller.impersonator?.id].includes(id)) revoked.abort(id)
  })
  let missed = false
  const stopLooking = bus.onReconnected(() => (missed = true))
  // Nobody waits for a client that has gone, or keeps a server from stopping.
  const over = AbortSignal.any([stopping, revoked.signal, ...(signal ? [signal] : [])])
  const deadline = Date.now() + asked.wait * 1000
  metrics.streams.inc({ door: 'events' })
  try {
    let rows: JournalRow[] = []
    while (rows.length === 0 && Date.now() < deadline && !over.aborted) {
      await bus.news(ctx.organization.id, Math.min(deadline - Date.now(), longestNap), over)
      if (revoked.signal.aborted) {
        await refuseEnded(ctx, revoked.signal.reason as string)
        break
      }
      if (missed) {
        await refuseRevoked(ctx)
        await resumeFrom(ctx.db, ctx.app.epoch, encodeCursor(ctx.app.epoch, from))
      }
      missed = false
      rows = await readVisible(ctx, from, asked.limit)
    }
    if (rows.length === 0) return []
    // It may have expired while it waited.
    if (!(await findValidCredentials(ctx.db, [caller.credentialId])).has(caller.credentialId))
      reject('invalid_credential')
    return (await hasSameRole(ctx)) ? rows : []
  } finally {
    forget()
    stopLooking()
    metrics.streams.dec({ door: 'events' })
  }
}

/**
 * Whether a caller who waited still has the same role, and the second factor if one is required by now. Otherwise they
 * ask again, and see what they may see then.
 */
async function hasSameRole({ app, db, organization, user }: Asking): Promise<boolean> {
  const [member] = await db.run<{ role: Role }>(
    `select m.role from organization_members m
       join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      where m.organization_id = $1 and m.user_id = $2 and ${hasRequiredSecondFactor('$3')}`,
    [organization.id, user.id, app.config.SECOND_FACTOR ?? null],
  )
  return member?.role === organization.role
}

/** Where a notice may have been lost, the database is asked. */
async function refuseRevoked(ctx: Asking): Promise<void> {
  const [revoked] = await ctx.db.run(
    `select 1 from credentials where id = $1 and revoked_at is not null
     union all select 1 from login_sessions where id = $1 and revoked_at is not null`,
    [ctx.caller.credentialId],
  )
  await refuseEnded(ctx, revoked ? ctx.caller.credentialId : ctx.user.id)
}

/** What was shut because of a person may still stand: their keys outlive a new password, and simply ask again. */
async function refuseEnded(ctx: Asking, id: string): Promise<void> {
  if (id === ctx.caller.credentialId) reject('invalid_credential')
  const [suspended] = await ctx.db.run('select 1 from users where id = $1 and suspended_at is not null', [id])
  if (suspended) reject('suspended')
}
