import type { z } from 'zod'
import { type JournalRow, type Position, selectJournal, writtenBefore } from '../../database/journal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { visibleProjects } from '../projects/access.ts'
import { type Activity, activitiesFromRows } from './activity.ts'
import { eventsVisibleTo } from './visible-events.ts'
import { byType } from './type-filter.ts'

type FeedContext = Context & InOrganization

/** Filters of the feed. All references are ids. */
export interface FeedFilter {
  /** A type, or a type prefix that ends with a dot: `task.`. */
  type?: string | undefined
  agent?: string | undefined
  /** A user: matches their own changes and those of agents on their behalf. */
  person?: string | undefined
  project?: string | undefined
  item?: string | undefined
  since?: string | undefined
  until?: string | undefined
  before?: Position | undefined
  limit: number
}

export async function latestActivity(
  ctx: FeedContext,
  filter: FeedFilter,
): Promise<z.output<typeof Activity>[]> {
  return activitiesFromRows(ctx, await feedRows(ctx, filter))
}

/**
 * An access path into the journal: a condition that one index serves, and optionally the set of rows for which the
 * condition is evaluated once each (a lateral join).
 */
export interface AccessPath {
  forEach?: Sql
  where: Sql
}

/**
 * Reads the journal rows that the caller can see, newest first. A filter that needs several indexes becomes several
 * access paths. Each path reads its index backwards for at most one page, and the newest rows of all paths are merged.
 * Rows of transactions that may still overlap a running one are left out, so that no page misses a late row.
 */
export async function feedRows(ctx: FeedContext, filter: FeedFilter): Promise<JournalRow[]> {
  const commonConditions = [
    eventsVisibleTo(ctx),
    sql`journal.xid < pg_snapshot_xmin(pg_current_snapshot())`,
    // Notifications report events of the feed, so they would only repeat it.
    sql`journal.type not in ('notification.created', 'notification.read')`,
    ...(filter.before ? [writtenBefore(filter.before)] : []),
    ...(await withinTime(ctx, filter)),
  ]
  const limit = sql`${filter.limit}::integer`
  const hasFewRows = [filter.agent, filter.person, filter.item].some(Boolean)
  const paths = product([
    byProject(ctx, filter),
    byItem(filter),
    byActor(filter),
    byType(filter.type, ctx.organization.id, hasFewRows),
  ])
  const branches = paths.map(({ forEach, where }) => {
    const rows = sql`${selectJournal} where ${sql.join([where, ...commonConditions], ' and ')}
       order by journal.xid desc, journal.seq desc limit ${limit}`
    return forEach ? sql`(select found.* from ${forEach} cross join lateral (${rows}) found)` : sql`(${rows})`
  })
  return ctx.db.run<JournalRow>(
    sql`with found as (${sql.join(branches, ' union all ')})
     select * from found order by xid::xid8 desc, seq::bigint desc limit ${limit}`.unprepared,
  )
}

/** Reads project by project for guests, because a scan of the whole organization would discard nearly every row. */
function byProject(ctx: FeedContext, { project, item, agent, person }: FeedFilter): AccessPath[] {
  const onlyProject = project ?? ctx.caller.projectId
  if (onlyProject) return [{ where: sql`journal.project_id = ${onlyProject}::uuid` }]
  if (hasRole(ctx.organization, 'member') || item || agent || person) return [{ where: sql`true` }]
  return [
    {
      // `offset 0` is an optimization fence: it makes the database select the visible projects first.
      forEach: sql`(select p.id from projects p where ${visibleProjects(ctx).where} offset 0) place`,
      where: sql`journal.project_id = place.id`,
    },
    { where: sql`journal.project_id is null and journal.private_to = ${ctx.user.id}` },
  ]
}

function byItem({ item }: FeedFilter): AccessPath[] {
  if (item === undefined) return [{ where: sql`true` }]
  return [
    { where: sql`subject_id = ${item}::uuid` },
    { where: sql`data #>> '{item,id}' = ${item}::uuid::text` },
  ]
}

function byActor({ agent, person }: FeedFilter): AccessPath[] {
  const isActor = (id: string) => sql`actor ->> 'id' = ${id}::text`
  const isPrincipal = (id: string) => sql`actor -> 'onBehalfOf' ->> 'id' = ${id}::text`
  if (agent && person) return [{ where: sql`${isActor(agent)} and ${isPrincipal(person)}` }]
  if (agent) return [{ where: isActor(agent) }]
  return person ? [{ where: isActor(person) }, { where: isPrincipal(person) }] : [{ where: sql`true` }]
}

/** Combines every path of each list with every path of the other lists. */
function product(lists: AccessPath[][]): AccessPath[] {
  return lists.reduce((paths, list) =>
    paths.flatMap((path) =>
      list.map((other) => {
        const forEach = [path.forEach, other.forEach].filter((each) => each !== undefined)
        return {
          ...(forEach.length > 0 && { forEach: sql.join(forEach, ' cross join ') }),
          where: sql`${path.where} and ${other.where}`,
        }
      }),
    ),
  )
}

/** Exceeds the longest possible transaction plus the clock skew between nodes. */
const slackMs = 3_600_000

/**
 * Returns conditions that limit rows to a time range. The journal is ordered by transaction number, which follows time
 * only roughly: a transaction gets its number between its start and its end. So each time bound is also turned into a
 * bound on the transaction number, with slack, which lets the index skip rows outside the range.
 */
async function withinTime({ db }: FeedContext, { since, until }: FeedFilter): Promise<Sql[]> {
  const conditions: Sql[] = []
  if (until !== undefined) {
    // The column stores microseconds, but callers see and pass milliseconds.
    conditions.push(sql`journal.at < ${until}::timestamptz + interval '1 millisecond'`)
    const [later] = await db.run<{ xid: string }>(
      sql`select xid::text from journal where id > ${firstIdAt(Date.parse(until) + slackMs)} order by id limit 1`,
    )
    if (later) conditions.push(sql`journal.xid <= ${later.xid}::text::xid8`)
  }
  if (since !== undefined) {
    conditions.push(sql`journal.at >= ${since}::timestamptz`)
    const [earlier] = await db.run<{ xid: string }>(
      sql`select xid::text from journal where id < ${firstIdAt(Date.parse(since) - slackMs)} order by id desc limit 1`,
    )
    if (earlier) conditions.push(sql`journal.xid >= ${earlier.xid}::text::xid8`)
  }
  return conditions
}
