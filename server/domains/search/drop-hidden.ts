import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Fused } from './fuse.ts'
import type { Hit } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'
import { sources } from './sources.ts'

/** Drops hits that were deleted or became hidden since they were indexed, because the index lags behind. */
export async function dropHidden(
  { db, ...granted }: Pick<Context, 'db'> & InOrganization,
  found: Fused[],
): Promise<Hit[]> {
  if (found.length === 0) return []
  const visible = entriesVisibleTo(granted)
  const kinds = searchKinds.filter((kind) => found.some((each) => each.kind === kind))
  const ids = found.map(({ id }) => id)
  const parts = found.map(({ part }) => part)
  const rows = await db.run<Omit<Hit, 'similarity' | 'why'>>(
    sql`select i.subject_kind as kind, i.subject_id as id, i.part, i.key, i.project_id as "projectId", i.title, i.body,
            i.updated_at as "updatedAt"
       from unnest(${ids}::uuid[], ${parts}::smallint[]) as found(id, part)
       join search_entries i on i.subject_id = found.id and i.part = found.part
      where ${subjectExists(kinds, visible)}`,
  )
  const existing = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, similarity, why }) => {
    const row = existing.get(id)
    return row ? [{ ...row, similarity, why }] : []
  })
}

/** Builds SQL that checks whether the subject of entry `i` exists in its table, and matches a condition on `e`. */
export function subjectExists(kinds: SearchKind[], where: Sql): Sql {
  const ofKind = (kind: SearchKind) =>
    sql`when '${sql.raw(kind)}' then exists (select 1 from (${sources[kind]}) as e where e.id = i.subject_id and ${where})`
  return sql`case i.subject_kind ${sql.join(kinds.map(ofKind), '\n        ')} else false end`
}
