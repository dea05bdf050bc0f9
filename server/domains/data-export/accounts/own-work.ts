import { journalStretches, type JournalRow, selectJournal } from '../../../database/journal.ts'
import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { isDoneBy } from '../../../operations/actor.ts'
import { eventFromRow } from '../../../operations/event.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import { projectItself } from '../../projects/project.ts'
import type { ProjectRow } from '../../projects/tables.ts'
import { type ShownTask, shownTask, taskItself, taskNames } from '../../work/tasks/task.ts'

/*
 * The work of a user in all organizations, limited to what the user can still see. A former member of an organization
 * exports nothing from it.
 */

/** The maximum number of exported entries of each kind. One more is read to detect truncation. */
export const maxExported = 20_000
const pageSize = 1000

export async function projectsBy(db: Queries, userId: string) {
  const rows = await db.run<ProjectRow>(
    sql`select p.* from ${projectsVisibleTo(userId)} where p.created_by = ${userId} and p.deleted_at is null
      order by p.id limit ${sql.raw(maxExported)}`,
  )
  return rows.map(projectItself)
}

export async function tasksOf(db: Queries, userId: string) {
  const tasks: ShownTask[] = []
  let page: ShownTask[]
  do {
    const last = tasks.at(-1)
    page = await db.run<ShownTask>(
      sql`select ${shownTask}
         from ${projectsVisibleTo(userId)} join tasks t on t.project_id = p.id ${taskNames}
        where p.deleted_at is null and t.deleted_at is null
          and (t.assignee_user_id = ${userId} or ${isDoneBy(userId, sql`t.created_by`)})
          and ${last ? sql`t.id < ${last.id}` : sql`true`}
        order by t.id desc limit ${sql.raw(pageSize)}`,
    )
    tasks.push(...page)
  } while (page.length === pageSize && tasks.length <= maxExported)
  return tasks.map(taskItself)
}

const maxWatched = 1000

export function tasksWatchedBy(
  db: Queries,
  userId: string,
): Promise<{ key: string; title: string; since: string }[]> {
  return db.run(
    sql`select t.key, t.title, w.created_at as since
       from ${projectsVisibleTo(userId)} join tasks t on t.project_id = p.id join task_watchers w on w.task_id = t.id
      where w.user_id = ${userId} and p.deleted_at is null and t.deleted_at is null
      order by w.created_at desc, t.id limit ${sql.raw(maxWatched)}`,
  )
}

export async function eventsBy(db: Queries, userId: string, epoch: string) {
  const events: JournalRow[] = []
  for await (const stretch of journalStretches(db)) {
    const rows = await db.run<JournalRow>(
      sql`${selectJournal} where ${stretch} and (private_to = ${userId}
          or private_to is null and ${isDoneBy(userId, sql`actor`)} and ${isVisibleTo(userId)})
        order by journal.xid desc, journal.seq desc`,
    )
    events.push(...rows)
    if (events.length > maxExported) break
  }
  return events.map((row) => eventFromRow(epoch, row))
}

function isVisibleTo(userId: string): Sql {
  return sql`exists (
    select 1 from organization_members o where o.organization_id = journal.organization_id and o.user_id = ${userId})
  and (project_id is null or project_id in (select p.id from ${projectsVisibleTo(userId)}
    where p.deleted_at is null))`
}
