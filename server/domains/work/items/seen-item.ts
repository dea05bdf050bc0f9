import type { Queries } from '../../../database/connect.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { SeenProjects } from '../../projects/visible-projects.ts'
import type { ItemTable } from './find-item.ts'

/** Finds the id of an item by number or id in any visible project. Returns undefined if there is none. */
export async function seenItem(
  db: Queries,
  visible: SeenProjects,
  table: ItemTable,
  ref: string,
): Promise<string | undefined> {
  const [found] = await db.run<{ id: string }>(
    `select i.id from ${table} i join projects p on p.id = i.project_id
      where ${visible.where} and p.deleted_at is null and i.deleted_at is null and ${called('i', ref)}`,
    [...visible.values, ref],
  )
  return found?.id
}

/** Returns SQL that matches an item by number or id (`$5`) in the organization (`$1` of `projectsSeenBy`). */
export function called(item: string, ref: string): string {
  return `${item}.organization_id = $1 and ${anyUuid.test(ref) ? `${item}.id = $5` : `${item}.key = upper($5)`}`
}
