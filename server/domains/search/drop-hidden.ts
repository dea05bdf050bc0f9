import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Fused } from './fuse.ts'
import type { Hit } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesSeenBy } from './visible-entries.ts'
import { sources } from './sources.ts'

/** Drops hits that were deleted or became hidden since they were indexed, because the index lags behind. */
export async function dropHidden(
  { db, ...granted }: Pick<Context, 'db'> & InOrganization,
  found: Fused[],
): Promise<Hit[]> {
  if (found.length === 0) return []
  const seen = entriesSeenBy(granted)
  const kinds = searchKinds.filter((kind) => found.some((each) => each.kind === kind))
  const ids = `$${seen.values.length + 1}::uuid[]`
  const parts = `$${seen.values.length + 2}::smallint[]`
  const rows = await db.run<Omit<Hit, 'score' | 'why'>>(
    `select i.subject_kind as kind, i.subject_id as id, i.part, i.key, i.project_id as "projectId", i.title, i.body,
            i.updated_at as "updatedAt"
       from unnest(${ids}, ${parts}) as found(id, part)
       join search_entries i on i.subject_id = found.id and i.part = found.part
      where ${subjectExists('i', kinds, seen.where)}`,
    [...seen.values, found.map(({ id }) => id), found.map(({ part }) => part)],
  )
  const existing = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, score, why }) => {
    const row = existing.get(id)
    return row ? [{ ...row, score, why }] : []
  })
}

/** Builds SQL that checks whether the subject of an entry exists in its table, and matches a condition on `e`. */
function subjectExists(entry: string, kinds: SearchKind[], where: string): string {
  const ofKind = (kind: SearchKind) =>
    `when '${kind}' then exists (select 1 from (${sources[kind]}) as e where e.id = ${entry}.subject_id and ${where})`
  return `case ${entry}.subject_kind ${kinds.map(ofKind).join('\n        ')} else false end`
}
