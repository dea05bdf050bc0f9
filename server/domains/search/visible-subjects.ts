import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import { subjectExists } from './drop-hidden.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesVisibleTo } from './visible-entries.ts'

/** Returns the ids of the items that exist now and are visible to the caller, in one query. Needs no index entry. */
export async function visibleSubjects(
  { db, ...granted }: { db: Queries } & InOrganization,
  subjects: { kind: SearchKind; id: string }[],
): Promise<Set<string>> {
  const unique = new Map(subjects.map((subject) => [subject.id, subject]))
  if (unique.size === 0) return new Set()
  const kinds = searchKinds.filter((kind) => subjects.some((each) => each.kind === kind))
  const rows = await db.run<{ id: string }>(
    sql`select i.subject_id as id
       from unnest(${[...unique.keys()]}::uuid[], ${[...unique.values()].map(({ kind }) => kind)}::text[])
            as i(subject_id, subject_kind)
      where ${subjectExists(kinds, entriesVisibleTo(granted))}`,
  )
  return new Set(rows.map(({ id }) => id))
}
