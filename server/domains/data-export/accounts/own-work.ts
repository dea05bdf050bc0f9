import { journalStretches } from '../../../database/journal-stretches.ts'
import { type JournalRow, selectJournal } from '../../../database/journal.ts'
import type { Queries } from '../../../database/connect.ts'
import { fromNumbered } from '../../../database/queries.ts'
import { sql } from '../../../database/sql.ts'
import { eventFromRow } from '../../../operations/event.ts'
import { projectsSeenAnywhere } from '../../projects/access.ts'
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
    `select p.* from ${projectsSeenAnywhere} where p.created_by = $1 and p.deleted_at is null
      order by p.id limit ${maxExported}`,
    [userId],
  )
  return rows.map(projectItself)
}

export async function tasksOf(db: Queries, userId: string) {
  const tasks: ShownTask[] = []
  let page: ShownTask[]
  do {
    page = await db.run<ShownTask>(
      `select ${shownTask.text}
         from ${projectsSeenAnywhere} join tasks t on t.project_id = p.id ${taskNames.text}
        where p.deleted_at is null and t.deleted_at is null
          and (t.assignee_user_id = $1 or ${isBy('t.created_by')}) and ($2::uuid is null or t.id < $2)
        order by t.id desc limit ${pageSize}`,
      [userId, tasks.at(-1)?.id ?? null],
    )
    tasks.push(...page)
  } while (page.length === pageSize && tasks.length <= maxExported)
  return tasks.map(taskItself)
}

export async function eventsBy(db: Queries, userId: string, epoch: string) {
  const events: JournalRow[] = []
  for await (const stretch of journalStretches(db)) {
    const isTheirs = fromNumbered(`private_to is null and ${isBy('actor')} and ${isVisible}`, [userId])
    const rows = await db.run<JournalRow>(
      sql`${selectJournal} where ${stretch} and (private_to = ${userId} or ${isTheirs})
        order by journal.xid desc, journal.seq desc`,
    )
    events.push(...rows)
    if (events.length > maxExported) break
  }
  return events.map((row) => eventFromRow(epoch, row))
}

const isVisible = `exists (
    select 1 from organization_members o where o.organization_id = journal.organization_id and o.user_id = $1)
  and (project_id is null or project_id in (select p.id from ${projectsSeenAnywhere} where p.deleted_at is null))`

/** Returns SQL that checks whether user $1 is the actor, or the user whom an agent acted for. */
export function isBy(actor: string): string {
  return `$1::uuid::text in (${actor} ->> 'id', ${actor} -> 'onBehalfOf' ->> 'id')`
}
