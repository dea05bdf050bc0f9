import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { OnProject } from '../../projects/access.ts'

/** An existing item that can be the parent of a new one. */
export interface ExistingParent {
  kind: 'epic' | 'story' | 'feature'
  id: string
  key: string
}

/** Returns the form in which `find` looks up a number or id, whatever its case. */
export function normalRef(ref: string): string {
  return anyUuid.test(ref) ? ref.toLowerCase() : ref.toUpperCase()
}

/** Finds epics, stories and features of the project by number or id. */
export async function findExistingParents(
  { db, project }: Context & OnProject,
  refs: readonly string[],
): Promise<Map<string, ExistingParent>> {
  if (refs.length === 0) return new Map()
  const ids = refs.filter((ref) => anyUuid.test(ref))
  const keys = refs.filter((ref) => !anyUuid.test(ref)).map((ref) => ref.toUpperCase())
  const inTable = (kind: ExistingParent['kind'], table: string) =>
    sql`select ${sql.raw(`'${kind}'`)} as kind, id, key from ${sql.raw(table)}
      where project_id = ${project.id} and deleted_at is null and (id = any(${ids}::uuid[]) or key = any(${keys}::text[]))`
  const found = await db.run<ExistingParent>(
    sql.join(
      [inTable('epic', 'epics'), inTable('story', 'stories'), inTable('feature', 'features')],
      ' union all ',
    ),
  )
  return new Map(found.flatMap((item) => [[item.id, item] as const, [item.key, item] as const]))
}
