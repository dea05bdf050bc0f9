import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type Seer, visibleProjects } from '../../projects/visible-projects.ts'
import type { ItemTable } from './find-item.ts'

/** Finds the id of an item by number or id in any visible project. Returns undefined if there is none. */
export async function findVisibleItem(
  db: Queries,
  granted: Seer,
  table: ItemTable,
  ref: string,
): Promise<string | undefined> {
  const [found] = await db.run<{ id: string }>(
    sql`select i.id from ${sql.raw(table)} i join projects p on p.id = i.project_id
      where ${visibleProjects(granted).where} and p.deleted_at is null and i.deleted_at is null
        and ${isItem('i', granted, ref)}`,
  )
  return found?.id
}

/** Returns the condition that an item of the organization has this number or id. */
export function isItem(alias: string, { organization }: Pick<Seer, 'organization'>, ref: string): Sql {
  const item = sql.raw(alias)
  return sql`${item}.organization_id = ${organization.id}
    and ${anyUuid.test(ref) ? sql`${item}.id = ${ref}` : sql`${item}.key = upper(${ref})`}`
}
