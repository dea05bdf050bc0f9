import { z } from 'zod'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { Who, whoFromActor } from '../../operations/actor.ts'
import type { Context } from '../../operations/context.ts'
import { Activity, activitiesFromRows, titlesFor } from '../activity/activity.ts'
import { feedRows } from '../activity/feed.ts'
import type { Titles } from '../activity/sentences.ts'

/** Kinds of subjects that people work on. Sign-ins, settings and the like aren't shown. */
const kinds = [
  'activity',
  'agent',
  'comment',
  'decision',
  'epic',
  'evidence',
  'feature',
  'member',
  'memory',
  'note',
  'project',
  'repo',
  'review',
  'session',
  'skill',
  'spec',
  'story',
  'task',
]

const maxRows = 400
const maxGroups = 20
const maxEvents = 10

export const ProjectName = z.object({ slug: z.string(), name: z.string() })

/** The events of one actor in one project. */
export const ActivityGroup = z
  .object({
    project: ProjectName.nullable(),
    actor: Who,
    at: z.iso.datetime().describe('Time of the newest event.'),
    actions: z
      .array(
        z.object({
          type: z.string().describe('Event type: task.completed, …'),
          count: z.int().describe('Number of items with such an event.'),
        }),
      )
      .describe('Events by type, the most frequent first.'),
    events: z
      .array(
        Activity.extend({ title: z.string().nullable().describe('Title of the item that it is about.') }),
      )
      .describe(`The newest events, at most ${maxEvents}.`),
    more: z.int().describe('Number of further events.'),
  })
  .meta({ id: 'ActivityGroup' })

export const RecentActivity = z.object({
  groups: z.array(ActivityGroup),
  truncated: z.boolean().describe(`Whether older events are left out: it covers the newest ${maxRows}.`),
})

/** Returns the events that others, and the agents of the user, caused since a time, grouped by project and actor. */
export async function recentActivity(
  ctx: Context & InOrganization,
  since: string,
): Promise<z.output<typeof RecentActivity>> {
  const rows = await feedRows(ctx, { kinds, except: ctx.user.id, since, limit: maxRows + 1 })
  const covered = rows.slice(0, maxRows)
  // Newest first, because the rows are.
  const all = [
    ...Map.groupBy(covered, ({ project_id, actor }) => `${project_id} ${actor.kind} ${actor.id}`).values(),
  ]
  const shown = all.slice(0, maxGroups)
  const newest = shown.flatMap((group) => group.slice(0, maxEvents))
  const [titles, projects] = await Promise.all([titlesFor(ctx.db, newest), projectNames(ctx, shown)])
  const activities = await activitiesFromRows(ctx, newest, titles)
  const byId = new Map(activities.map((activity) => [activity.id, activity]))
  return {
    groups: shown.map((group) => {
      const [{ project_id, actor, at }] = group as [JournalRow, ...JournalRow[]]
      const first = group.slice(0, maxEvents)
      return {
        project: projects.get(project_id ?? '') ?? null,
        actor: whoFromActor(actor),
        at,
        actions: actionsIn(group),
        events: first.map((row) => ({ ...byId.get(row.id)!, title: titleOf(row, titles) })),
        more: group.length - first.length,
      }
    }),
    truncated: rows.length > maxRows || all.length > maxGroups,
  }
}

function actionsIn(group: JournalRow[]): z.output<typeof ActivityGroup>['actions'] {
  const byType = Map.groupBy(group, ({ type }) => type)
  const actions = [...byType].map(([type, rows]) => ({
    type,
    count: new Set(rows.map(({ subject_id }) => subject_id)).size,
  }))
  return actions.toSorted((one, other) => other.count - one.count)
}

/** Returns the title of the subject or, for a comment or evidence, of the item that it belongs to. */
function titleOf({ subject_id, data }: JournalRow, titles: Titles): string | null {
  const { id = '' } = (data?.item ?? {}) as { id?: string }
  return titles.get(subject_id) ?? titles.get(id) ?? null
}

/** Loads the names of the projects. Needs no access check, because the caller can read their events. */
async function projectNames(
  { db }: Context,
  groups: JournalRow[][],
): Promise<Map<string, z.output<typeof ProjectName>>> {
  const ids = groups.flatMap(([row]) => row?.project_id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db.run<{ id: string; slug: string; name: string }>(
    sql`select id, slug, name from projects where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null`,
  )
  return new Map(rows.map(({ id, slug, name }) => [id, { slug, name }]))
}
