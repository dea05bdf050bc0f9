import { type Sql, sql } from '../../../database/sql.ts'

/**
 * Returns a common table expression that assigns the number and position of a new item in the statement that inserts
 * it. The project row is the counter. Selects no row if the project was deleted or archived concurrently.
 */
export function numberedIn(projectId: string): Sql {
  return sql`numbered as (
    update projects set last_number = last_number + 1, last_position = last_position + 1
     where id = ${projectId} and deleted_at is null and archived_at is null returning key, last_number, last_position)`
}
