import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { orderByText, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import type { EpicRow } from '../work/epics/epic.ts'
import { gatesPassed } from '../features/feature.ts'
import type { FeatureRow } from '../features/tables.ts'
import { progressOf } from '../work/items/progress.ts'
import { tasksByStatus } from '../projects/stats.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import type { PublicEpic, PublicFeature, PublicTask } from './public-project.ts'

const maxItems = 200
const byPosition = orderByText('t.position', 't.id', 'position')

export const publicOverview = tasksByStatus

type PublicTaskRow = Pick<TaskRow, 'id' | 'key' | 'title' | 'status' | 'priority' | 'labels' | 'due_at'> & {
  sort_value: string
}

export async function publicTasks(
  db: Queries,
  projectId: string,
  input: { limit: number; cursor?: string | undefined },
) {
  return readPage(
    db,
    input,
    byPosition,
    ({ after, orderAndLimit }) =>
      sql`select t.id, t.key, t.title, t.status, t.priority, t.labels, t.due_at, t.position as sort_value from tasks t
      where t.project_id = ${projectId} and t.deleted_at is null and ${after} ${orderAndLimit}`,
    ({ key, title, status, priority, labels, due_at }: PublicTaskRow): z.output<typeof PublicTask> => ({
      key,
      title,
      status,
      priority,
      labels,
      dueAt: due_at,
    }),
  )
}

type PublicEpicRow = Pick<EpicRow, 'id' | 'key' | 'title' | 'status' | 'due_at'>

export async function publicEpics(db: Queries, projectId: string): Promise<z.output<typeof PublicEpic>[]> {
  const rows = await db.run<PublicEpicRow>(
    sql`select e.id, e.key, e.title, e.status, e.due_at from epics e
      where e.project_id = ${projectId} and e.deleted_at is null order by e.position limit ${sql.raw(maxItems)}`,
  )
  const within = { db, project: { id: projectId } }
  const progress = await progressOf(
    within,
    'epic',
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, key, title, status, due_at }) => ({
    key,
    title,
    status,
    dueAt: due_at,
    progress: progress.get(id)!,
  }))
}

type PublicFeatureRow = Pick<FeatureRow, 'key' | 'title' | 'status' | 'gate' | 'gates'>

export async function publicFeatures(
  db: Queries,
  projectId: string,
): Promise<z.output<typeof PublicFeature>[]> {
  const rows = await db.run<PublicFeatureRow>(
    sql`select key, title, status, gate, gates from features where project_id = ${projectId} and deleted_at is null
      order by id desc limit ${sql.raw(maxItems)}`,
  )
  return rows.map((row) => {
    const { key, title, status, gate, gates } = row
    return { key, title, status, gate, progress: { passed: gatesPassed(row), total: gates.length } }
  })
}
