import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { Fused } from './fuse.ts'
import type { Hit } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { entriesSeenBy } from './seen-entries.ts'
import { sources } from './sources.ts'

/**
 * Of what the index found, what is there at this moment and may be seen: the index follows what happens, and may be a
 * moment behind.
 */
export async function stillThere(
  { db, ...asking }: Pick<Context, 'db'> & InOrganization,
  found: Fused[],
): Promise<Hit[]> {
  if (found.length === 0) return []
  const seen = entriesSeenBy(asking)
  const ids = `$${seen.values.length + 1}::uuid[]`
  const parts = `$${seen.values.length + 2}::smallint[]`
  const rows = await db.run<Pick<Hit, 'kind' | 'id' | 'part' | 'title' | 'body'>>(
    `select i.subject_kind as kind, i.subject_id as id, i.part, i.title, i.body
       from unnest(${ids}, ${parts}) as found(id, part)
       join search_entries i on i.subject_id = found.id and i.part = found.part
      where case i.subject_kind
        ${searchKinds.map((kind) => `when '${kind}' then ${isThere(kind)}`).join('\n        ')} else false end`,
    [...seen.values, found.map(({ id }) => id), found.map(({ part }) => part)],
  )
  function isThere(kind: SearchKind): string {
    return `exists (select 1 from (${sources[kind]}) as e where e.id = i.subject_id and ${seen.where})`
  }
  const there = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, score, why }) => {
    const row = there.get(id)
    return row ? [{ ...row, score, why }] : []
  })
}
