import { type Sql, sql } from '../../../database/sql.ts'

/*
 * Triggers count tasks: see docs/decisions/0032-progress-counters.md. A reader adds the changes that are not folded into
 * the counts yet. Both parts are read by one statement, because a fold moves changes from one to the other.
 */

/** Returns a subquery with the counts of a project: `measure`, `day` and `count`. Several rows can have the same measure. */
export function countsOfProject(projectId: Sql | string, where = sql`true`): Sql {
  return sql`(select measure, day, count from task_counts where project_id = ${projectId} and ${where}
       union all
       select measure, day, count from pending_task_counts(${projectId}) where ${where})`
}

/** The counts that aren't counted by day. */
export const isWithoutDay = sql`day = '-infinity'`

/** Returns a subquery with the counts of these epics or stories of a project. Several rows can have the same id. */
export function countsOfGroups(projectId: string, ids: readonly string[]): Sql {
  const isAsked = sql`id = any(${[...ids]}::uuid[])`
  return sql`(select id, total, complete, cancelled from group_counts where project_id = ${projectId} and ${isAsked}
       union all
       select id, total, complete, cancelled from pending_group_counts(${projectId}) where ${isAsked})`
}
