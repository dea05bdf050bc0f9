import type { z } from 'zod'
import { type JournalRow, type Position, selectJournal, writtenBefore } from '../../database/journal.ts'
import { plannedEachTime } from '../../database/queries.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { projectsSeenBy } from '../projects/access.ts'
import { type Activity, activitiesFromRows } from './activity.ts'
import { eventsSeenBy } from './visible-events.ts'
import { typesAsked } from './type-filter.ts'

type Asking = Context & InOrganization

/** What the feed can be narrowed to, all of it by ids. */
export interface FeedAsked {
  /** A type, or how types begin: `task.`. */
  type?: string | undefined
  agent?: string | undefined
  /** What they did themselves, and what agents did for them. */
  person?: string | undefined
  project?: string | undefined
  item?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: Position | undefined
  limit: number
}

export async function latestActivity(ctx: Asking, asked: FeedAsked): Promise<z.output<typeof Activity>[]> {
  return activitiesFromRows(ctx, await feedRows(ctx, asked))
}

/**
 * One way to come to rows of the journal: a condition that an index serves, and what it is asked for each of, if it is
 * asked several times.
 */
export interface Way {
  forEach?: string
  where: string
}

/**
 * The journal as the caller sees it, the newest first. Where what is asked for can be come by in several ways, each is
 * read backwards along its own index, no further than a page goes, and the newest of all are taken. Only rows are shown
 * beside which nothing older can still appear, so that no page misses any.
 */
export async function feedRows(ctx: Asking, asked: FeedAsked): Promise<JournalRow[]> {
  const seen = eventsSeenBy(ctx)
  const values: unknown[] = [...seen.values]
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`
  const everywhere = [
    seen.where,
    'journal.xid < pg_snapshot_xmin(pg_current_snapshot())',
    // That somebody was told of what happened, and has read it, is nothing that happened.
    "journal.type not in ('notification.created', 'notification.read')",
    ...(asked.before ? [writtenBefore(asked.before, values)] : []),
    ...(await withinTime(ctx, asked, parameter)),
  ].join(' and ')
  const most = parameter(asked.limit, 'integer')
  const ways = product([
    byPlace(ctx, asked, parameter),
    byItem(asked, parameter),
    byActor(asked, parameter),
    typesAsked(asked.type, parameter, [asked.agent, asked.person, asked.item].some(Boolean)),
  ])
  const read = ways.map(({ forEach, where }) => {
    const rows = `${selectJournal} where ${where} and ${everywhere}
       order by journal.xid desc, journal.seq desc limit ${most}`
    return forEach ? `(select found.* from ${forEach} cross join lateral (${rows}) found)` : `(${rows})`
  })
  return ctx.db.run<JournalRow>(
    `${plannedEachTime} with found as (${read.join(' union all ')})
     select * from found order by xid::xid8 desc, seq::bigint desc limit ${most}`,
    values,
  )
}

type Parameter = (value: unknown, type: string) => string

/** Whoever sees little of an organization is shown it project by project, and not by looking through all of the rest. */
function byPlace(ctx: Asking, { project, item, agent, person }: FeedAsked, parameter: Parameter): Way[] {
  const only = project ?? ctx.caller.projectId
  if (only) return [{ where: `journal.project_id = ${parameter(only, 'uuid')}` }]
  if (hasRole(ctx.organization, 'member') || item || agent || person) return [{ where: 'true' }]
  return [
    {
      // The offset keeps the database from looking through projects first, and then asking whose they are.
      forEach: `(select p.id from projects p where ${projectsSeenBy(ctx).where} offset 0) place`,
      where: 'journal.project_id = place.id',
    },
    { where: 'journal.project_id is null and journal.private_to = $3' },
  ]
}

function byItem({ item }: FeedAsked, parameter: Parameter): Way[] {
  if (item === undefined) return [{ where: 'true' }]
  const id = parameter(item, 'uuid')
  return [{ where: `subject_id = ${id}` }, { where: `data #>> '{item,id}' = ${id}::text` }]
}

function byActor({ agent, person }: FeedAsked, parameter: Parameter): Way[] {
  const did = (id: string) => `actor ->> 'id' = ${parameter(id, 'text')}`
  const hadDone = (id: string) => `actor -> 'onBehalfOf' ->> 'id' = ${parameter(id, 'text')}`
  if (agent && person) return [{ where: `${did(agent)} and ${hadDone(person)}` }]
  if (agent) return [{ where: did(agent) }]
  return person ? [{ where: did(person) }, { where: hadDone(person) }] : [{ where: 'true' }]
}

/** Every way of one list with every way of the others. */
function product(lists: Way[][]): Way[] {
  return lists.reduce((ways, list) =>
    ways.flatMap((way) =>
      list.map((other) => {
        const forEach = [way.forEach, other.forEach].filter((each) => each !== undefined).join(' cross join ')
        return { ...(forEach && { forEach }), where: `${way.where} and ${other.where}` }
      }),
    ),
  )
}

/** Longer than any transaction may take, and than clocks may differ. */
const slack = 3_600_000

/**
 * Rows between two times. The journal is not in the order of time, but nearly: a transaction gets its number after it
 * began and before it ends. So whatever began before a time has a lower number than what was written long after it. From
 * there on is read, and not from the newest; and the same on the other side.
 */
async function withinTime(
  { db }: Asking,
  { since, until }: FeedAsked,
  parameter: Parameter,
): Promise<string[]> {
  const conditions: string[] = []
  if (until !== undefined) {
    // It is kept more exactly than it is shown.
    conditions.push(`journal.at < ${parameter(until, 'timestamptz')} + interval '1 millisecond'`)
    const [later] = await db.run<{ xid: string }>(
      'select xid::text from journal where id > $1 order by id limit 1',
      [firstIdAt(Date.parse(until) + slack)],
    )
    if (later) conditions.push(`journal.xid <= ${parameter(later.xid, 'text')}::xid8`)
  }
  if (since !== undefined) {
    conditions.push(`journal.at >= ${parameter(since, 'timestamptz')}`)
    const [earlier] = await db.run<{ xid: string }>(
      'select xid::text from journal where id < $1 order by id desc limit 1',
      [firstIdAt(Date.parse(since) - slack)],
    )
    if (earlier) conditions.push(`journal.xid >= ${parameter(earlier.xid, 'text')}::xid8`)
  }
  return conditions
}
