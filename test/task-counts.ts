import assert from 'node:assert/strict'
import type { Database } from '../server/database/connect.ts'
import { type Sql, sql } from '../server/database/sql.ts'

/** Checks that every count of every project `p`, or of some of them, equals a count of its tasks. */
export async function checkTaskCounts(database: Database, where = sql`true`): Promise<void> {
  const different = await database.run(
    sql`select what, counted.count as counted, recounted.count as recounted
       from (${counts(where)}) counted full join (${recount(where)}) recounted using (what)
      where counted.count is distinct from recounted.count`,
  )
  assert.deepEqual(different, [], 'every count equals a count of the tasks')
}

/** Adds all pending changes to the counts, as writes do by chance. */
export async function foldAllTaskCounts(database: Database): Promise<void> {
  await database.run(sql`select fold_task_counts(id) from projects`)
}

const counts = (where: Sql) => sql`
  select what, sum(count)::int as count from (
    select concat_ws(' ', p.id, c.measure, nullif(c.day, '-infinity')) as what, c.count from projects p
      cross join lateral (
        select measure, day, count from task_counts where project_id = p.id
        union all select measure, day, count from pending_task_counts(p.id)) c
     where ${where}
    union all
    select concat_ws(' ', 'group', c.id, c.measure), c.count from projects p
      cross join lateral (
        select id, total, complete, cancelled from group_counts where project_id = p.id
        union all select id, total, complete, cancelled from pending_group_counts(p.id)) g
      cross join lateral (values (g.id, 'total', g.total), (g.id, 'complete', g.complete),
        (g.id, 'cancelled', g.cancelled)) c (id, measure, count)
     where ${where}) all_counts
   group by what having sum(count) <> 0`

const recount = (where: Sql) => sql`
  select what, count(*)::int as count from (
    select concat_ws(' ', t.project_id, m.measure, m.day) as what
      from tasks t join projects p on p.id = t.project_id
      cross join lateral (select t.status not in ('complete', 'cancelled') as is_open) o
      cross join lateral (values
        ('total', null, true), (t.status, null, true),
        ('open_blocked', null, is_open and (t.open_blockers > 0 or t.status = 'blocked')),
        ('open_unassigned', null, is_open and t.assignee_user_id is null and t.assignee_agent_id is null),
        ('created', t.created_at, true), ('completed', t.completed_at, t.completed_at is not null),
        ('open_due', t.due_at, is_open and t.due_at is not null)) kinds (measure, at, applies)
      cross join lateral (select measure, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day) m
     where t.deleted_at is null and applies and ${where}
    union all
    select concat_ws(' ', 'group', g.id, m.measure)
      from tasks t join projects p on p.id = t.project_id join stories s on s.id = t.story_id
      cross join lateral (values (s.id), (s.epic_id)) g (id)
      cross join lateral (values ('total', true), ('complete', t.status = 'complete'),
        ('cancelled', t.status = 'cancelled')) m (measure, applies)
     where t.deleted_at is null and m.applies and ${where}) counted
   group by what`
