import type { Queries } from '../../database/connect.ts'
import { anyUuid } from '../../platform/ids.ts'
import type { SeenProjects } from '../projects/visible-projects.ts'
import type { ItemTable } from './find-item.ts'

/** The id of the item that is called so, in any project that the caller sees; undefined if there is none. */
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

/** Whether an item of the organization `$1` is called so; `$5` is what it is called, after the parameters of `projectsSeenBy`. */
export function called(item: string, ref: string): string {
  return `${item}.organization_id = $1 and ${anyUuid.test(ref) ? `${item}.id = $5` : `${item}.key = upper($5)`}`
}
