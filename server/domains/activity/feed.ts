import type { z } from 'zod'
import { type JournalRow, type Position, isShownInFeeds, writtenBefore } from '../../database/journal.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { type InOrganization, hasRole } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { visibleProjects } from '../projects/access.ts'
import { type Activity, activitiesFromRows } from './activity.ts'
import {
  type AccessPath,
  combinePaths,
  isActor,
  isPrincipal,
  newestRows,
  withinTime,
} from '../journal/newest-rows.ts'
import { eventsVisibleTo } from '../journal/visible-events.ts'
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
  /** Only events about these kinds of subjects. */
  kinds?: readonly string[]
  /** A user whose own actions are left out. Those of their agents and tokens stay. */
  except?: string
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

/** Reads the journal rows that the caller can see, newest first. */
export async function feedRows(ctx: FeedContext, filter: FeedFilter): Promise<JournalRow[]> {
  const commonConditions = [
    eventsVisibleTo(ctx),
    // Notifications report events of the feed, so they would only repeat it.
    sql`journal.type not in ('notification.created', 'notification.read')`,
    isShownInFeeds,
    ...(filter.kinds ? [sql`journal.subject_kind = any(${filter.kinds}::text[])`] : []),
    ...(filter.except ? [sql`not ${isDirectlyBy(filter.except)}`] : []),
    ...(filter.before ? [writtenBefore(filter.before)] : []),
    ...(await withinTime(ctx.db, filter)),
  ]
  const hasFewRows = [filter.agent, filter.person, filter.item].some(Boolean)
  const paths = combinePaths([
    byProject(ctx, filter),
    byItem(filter),
    byActor(filter),
    byType(filter.type, ctx.organization.id, hasFewRows),
  ])
  return newestRows(ctx.db, paths, commonConditions, filter.limit)
}

/** Condition: the user did it in person, not by an agent or a token. */
function isDirectlyBy(userId: string): Sql {
  return sql`(journal.actor ->> 'kind' = 'user' and ${isActor(userId)} and journal.actor ->> 'via' is null)`
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
  if (agent && person) return [{ where: sql`${isActor(agent)} and ${isPrincipal(person)}` }]
  if (agent) return [{ where: isActor(agent) }]
  return person ? [{ where: isActor(person) }, { where: isPrincipal(person) }] : [{ where: sql`true` }]
}
