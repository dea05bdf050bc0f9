import type { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type Order, keyset, page } from '../../database/pages.ts'
import { tasksByStatus } from '../projects/stats.ts'
import type { TaskRow } from '../tasks/tables.ts'
import type { PublicEpic, PublicFeature, PublicTask } from './public-project.ts'

const most = 200
const inOrder: Order = { column: 't.position', type: 'text', descending: false }

export const publicOverview = tasksByStatus

type ShownTask = Pick<
  TaskRow,
  'id' | 'key' | 'title' | 'status' | 'priority' | 'labels' | 'due_at' | 'position'
>

export async function publicTasks(
  db: Queries,
  projectId: string,
  input: { limit: number; cursor?: string | undefined },
) {
  const asked = { ...input, sort: 'position' }
  const values: unknown[] = [projectId]
  const { after, orderAndLimit } = keyset(inOrder, 't.id', asked, values)
  const rows = await db.run<ShownTask>(
    `select t.id, t.key, t.title, t.status, t.priority, t.labels, t.due_at, t.position from tasks t
      where t.project_id = $1 and t.deleted_at is null and ${after} ${orderAndLimit}`,
    values,
  )
  return page(
    rows,
    asked,
    (row) => [row.position, row.id],
    ({ key, title, status, priority, labels, due_at }): z.output<typeof PublicTask> => ({
      ...{ key, title, status, priority, labels, dueAt: due_at },
    }),
  )
}

interface ShownEpic {
  key: string
  title: string
  status: z.output<typeof PublicEpic>['status']
  due_at: string | null
  total: number
  complete: number
  cancelled: number
}

export async function publicEpics(db: Queries, projectId: string): Promise<z.output<typeof PublicEpic>[]> {
  const rows = await db.run<ShownEpic>(
    `select e.key, e.title, e.status, e.due_at, n.total, n.complete, n.cancelled from epics e
       cross join lateral (
         select count(t.id)::int as total, count(*) filter (where t.status = 'complete')::int as complete,
                count(*) filter (where t.status = 'cancelled')::int as cancelled
           from stories s join tasks t on t.story_id = s.id and t.deleted_at is null
          where s.epic_id = e.id and s.deleted_at is null) n
      where e.project_id = $1 and e.deleted_at is null order by e.position limit ${most}`,
    [projectId],
  )
  return rows.map(({ key, title, status, due_at, total, complete, cancelled }) => {
    const counting = total - cancelled
    const percent = counting === 0 ? 0 : Math.floor((complete * 100) / counting)
    return { key, title, status, dueAt: due_at, progress: { total, complete, cancelled, percent } }
  })
}

type ShownFeature = Pick<z.output<typeof PublicFeature>, 'key' | 'title' | 'status' | 'gate'> & {
  passed: number
  total: number
}

/** A gate lies behind a feature if it stands at a later one, or is done. */
export async function publicFeatures(
  db: Queries,
  projectId: string,
): Promise<z.output<typeof PublicFeature>[]> {
  const rows = await db.run<ShownFeature>(
    `select f.key, f.title, f.status, f.gate, jsonb_array_length(f.gates) as total,
            case when f.status = 'done' then jsonb_array_length(f.gates)
                 else coalesce((select g.place - 1 from jsonb_array_elements(f.gates) with ordinality as g (gate, place)
                                 where g.gate ->> 'name' = f.gate), 0) end::int as passed
       from features f where f.project_id = $1 and f.deleted_at is null order by f.id desc limit ${most}`,
    [projectId],
  )
  return rows.map(({ key, title, status, gate, passed, total }) => ({
    ...{ key, title, status, gate },
    progress: { passed, total },
  }))
}
