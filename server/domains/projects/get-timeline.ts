import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { operation } from '../../operations/operation.ts'
import { featureStatuses } from '../work/items/feature-statuses.ts'
import { groupStatuses } from '../work/items/group.ts'
import { onProject } from './access.ts'
import { projectRef } from './project.ts'

const maxItems = 500

const TimelineItem = z
  .object({
    kind: z.enum(['epic', 'feature']),
    id: z.uuid(),
    key: z.string(),
    title: z.string(),
    status: z.enum([...groupStatuses, ...featureStatuses]),
    start: z.iso.datetime(),
    end: z.iso.datetime().nullable().describe('Null if no end is known: it extends to today.'),
    basis: z
      .enum(['own', 'tasks', 'created'])
      .describe(
        'Source of the dates. own: its creation and due date. tasks: derived from its tasks. created: its creation.',
      ),
    overdue: z.boolean().describe('Whether it is open after its own due date.'),
    done: z.int().describe('Complete tasks of an epic, passed gates of a feature.'),
    total: z.int().describe('Tasks of an epic that are not cancelled, gates of a feature.'),
  })
  .meta({ id: 'TimelineItem' })

type TimelineItem = z.output<typeof TimelineItem>

export const getTimeline = operation({
  id: 'projects.getTimeline',
  summary: 'Show the epics and features of a project by their dates, with their progress.',
  http: 'GET /api/projects/:project/timeline',
  shows: ['epic', 'feature', 'project', 'story', 'task'],
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: z.object({
    epics: z.array(TimelineItem).describe(`By start, at most the ${maxItems} newest.`),
    features: z.array(TimelineItem).describe(`By start, at most the ${maxItems} newest.`),
    omitted: z.int().describe('Number of older epics and features that are left out.'),
  }),
}).run(async ({ db, project }) => {
  const [epics, features] = await Promise.all([readEpics(db, project.id), readFeatures(db, project.id)])
  const shown = epics.length + features.length
  return {
    epics: epics.map(itemFromRow('epic')).toSorted(byStart),
    features: features.map(itemFromRow('feature')).toSorted(byStart),
    omitted: (epics[0]?.count ?? 0) + (features[0]?.count ?? 0) - shown,
  }
})

interface Row {
  id: string
  key: string
  title: string
  status: TimelineItem['status']
  due_at: string | null
  created_at: string
  updated_at: string
  first_created: string | null
  last_date: string | null
  done: number
  total: number
  overdue: boolean
  ends_in_past: boolean
  count: number
}

/** The dates of the tasks below an item: first creation, and last due date or completion. */
const taskDates = sql`min(t.created_at) as first_created,
        max(case when t.status = 'complete' then t.completed_at else t.due_at end) as last_date`

const columns = sql`i.id, i.key, i.title, i.status, i.created_at, i.updated_at, below.first_created, below.last_date,
        coalesce(below.last_date < now(), false) as ends_in_past, (count(*) over ())::int as count`

function readEpics(db: Queries, projectId: string): Promise<Row[]> {
  return db.run<Row>(
    newest(sql`select ${columns}, i.due_at, i.status in ('planned', 'active') and i.due_at < now() is true as overdue,
            below.total, below.done
       from epics i cross join lateral (
         select ${taskDates}, count(*)::int as total, (count(*) filter (where t.status = 'complete'))::int as done
           from stories s join tasks t on t.story_id = s.id
          where s.epic_id = i.id and s.deleted_at is null and t.deleted_at is null and t.status <> 'cancelled') below
      where i.project_id = ${projectId} and i.deleted_at is null`),
  )
}

/** Features have no due date. Their progress is that of their gates, as on their own page. */
function readFeatures(db: Queries, projectId: string): Promise<Row[]> {
  return db.run<Row>(
    newest(sql`select ${columns}, null::timestamptz as due_at, false as overdue,
            jsonb_array_length(i.gates) as total,
            case when i.status = 'done' then jsonb_array_length(i.gates) else coalesce((
              select place::int - 1 from jsonb_array_elements(i.gates) with ordinality as gate (value, place)
               where value ->> 'name' = i.gate limit 1), 0) end as done
       from features i cross join lateral (
         select ${taskDates} from tasks t
          where t.feature_id = i.id and t.deleted_at is null and t.status <> 'cancelled') below
      where i.project_id = ${projectId} and i.deleted_at is null`),
  )
}

function newest(select: Sql): Sql {
  return sql`${select} order by i.id desc limit ${sql.raw(maxItems)}`
}

function itemFromRow(kind: TimelineItem['kind']) {
  return (row: Row): TimelineItem => {
    const { id, key, title, status, overdue, done, total } = row
    return { kind, id, key, title, status, ...datesOf(row), overdue, done, total }
  }
}

const openStatuses: TimelineItem['status'][] = ['planned', 'active', 'changes_requested']

function datesOf(row: Row): Pick<TimelineItem, 'start' | 'end' | 'basis'> {
  const { due_at, created_at, first_created, last_date } = row
  const isOpen = openStatuses.includes(row.status)
  if (due_at !== null) return { start: earlier(created_at, due_at), end: due_at, basis: 'own' }
  if (first_created === null)
    return { start: created_at, end: isOpen ? null : row.updated_at, basis: 'created' }
  // An item that is still open after the last date of its tasks has no known end.
  const isKnown = last_date !== null && !(isOpen && row.ends_in_past)
  const end = isKnown ? last_date : isOpen ? null : row.updated_at
  return { start: end === null ? first_created : earlier(first_created, end), end, basis: 'tasks' }
}

function earlier(one: string, other: string): string {
  return Date.parse(one) < Date.parse(other) ? one : other
}

function byStart(one: TimelineItem, other: TimelineItem): number {
  return Date.parse(one.start) - Date.parse(other.start) || (one.id < other.id ? -1 : 1)
}
