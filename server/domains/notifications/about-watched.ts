import { sql } from '../../database/sql.ts'
import type { TaskRow } from '../work/tasks/tables.ts'
import {
  type NotificationBuilder,
  type PendingNotification,
  buildEach,
  fromRow,
  plainExcerpt,
} from './pending-notification.ts'

type WatchedTask = Pick<TaskRow, 'id' | 'key' | 'title'> & { to: string[] }

/** Notifies the watchers of tasks with a new status. Loads all tasks in one query, as bulk calls change a hundred. */
export const watchedStatusChanged: NotificationBuilder = async (db, rows) => {
  const changed = rows.filter(({ changes }) => typeof changes?.status?.to === 'string')
  if (changed.length === 0) return []
  const tasks = await db.run<WatchedTask>(
    sql`select t.id, t.key, t.title, array_agg(w.user_id) as to from tasks t join task_watchers w on w.task_id = t.id
      where t.id = any(${changed.map(({ subject_id }) => subject_id)}) and t.deleted_at is null
      group by t.id, t.key, t.title`,
  )
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return changed.flatMap((row): PendingNotification[] => {
    const task = byId.get(row.subject_id)
    if (!task) return []
    const state = row.changes!.status!.to as string
    const watched = row.type === 'task.completed' ? 'completed' : 'moved'
    return [{ ...aboutTask(task), ...fromRow(row), data: { watched, state } }]
  })
}

/** Notifies the watchers of a task about a comment, except those whom it mentions: they are notified of that. */
export const watchedCommented = buildEach(async (db, row) => {
  const [task] = await db.run<WatchedTask & { body: string }>(
    sql`select t.id, t.key, t.title, c.body, array_agg(w.user_id) as to
       from comments c join tasks t on t.id = c.subject_id join task_watchers w on w.task_id = t.id
      where c.id = ${row.subject_id} and c.deleted_at is null and t.deleted_at is null
        and not exists (select 1 from mentions m where m.comment_id = c.id and m.user_id = w.user_id)
      group by t.id, t.key, t.title, c.body`,
  )
  if (!task) return []
  const body = plainExcerpt(task.body)
  return [{ ...aboutTask(task), ...fromRow(row), body, data: { watched: 'commented' } }]
})

function aboutTask({ id, key, title, to }: WatchedTask) {
  return { kind: 'watched' as const, to, subject: { kind: 'task', id, key }, about: title }
}
