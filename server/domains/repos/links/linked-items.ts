import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { itemKindNames, itemKinds } from '../../work/items/item-kinds.ts'
import type { LinkedItem } from '../pull-request.ts'

/** Selects the items of a project, all kinds alike. */
export function itemsOfProject(projectId: string) {
  const selects = itemKindNames.map(
    (kind) =>
      sql`select ${sql.raw(`'${kind}'`)} as kind, i.id, i.key, i.title, i.status from ${sql.raw(itemKinds[kind].table)} i
        where i.project_id = ${projectId} and i.deleted_at is null`,
  )
  return sql.join(selects, ' union all ')
}

/** Returns the items that the given pull requests of a repository mention, by number of the pull request. */
export async function itemsOfLinks(
  db: Queries,
  repo: { id: string; project_id: string },
  numbers: string[],
): Promise<Map<string, LinkedItem[]>> {
  const items = new Map<string, LinkedItem[]>()
  if (numbers.length === 0) return items
  const rows = await db.run<LinkedItem & { reference: string }>(
    sql`select l.reference, i.* from code_links l join (${itemsOfProject(repo.project_id)}) i on i.id = l.item_id
      where l.repo_id = ${repo.id} and l.kind = 'pull_request' and l.reference = any(${numbers}::text[])
      order by i.key`,
  )
  for (const { reference, ...item } of rows) items.set(reference, [...(items.get(reference) ?? []), item])
  return items
}
