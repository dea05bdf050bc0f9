import { changeRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import { hasRight } from '../../projects/access.ts'
import { findMemories } from './access.ts'
import { type SeenMemory, memoryKind } from './memory.ts'
import type { MemoryRow } from './tables.ts'

type Superseding = Context & InOrganization

/** Locks and returns the entries that a field names. Rejects the field unless the caller can edit all of them. */
export async function entriesToChange(
  ctx: Superseding,
  field: string,
  refs: readonly string[],
): Promise<SeenMemory[]> {
  if (refs.length === 0) return []
  // Two concurrent calls could each add one half of a cycle without seeing the other half.
  await ctx.db.run(
    sql`select pg_advisory_xact_lock(hashtextextended('supersession ' || ${ctx.organization.id}::text, 0))`,
  )
  const found = await findMemories(ctx.db, ctx, refs, true)
  for (const [index, ref] of refs.entries()) {
    const memory = found.find(({ id }) => id === ref)
    const path = field.endsWith('supersedes') ? `${field}.${index}` : field
    if (!memory) rejectField(path, `This entry doesn't exist, or you can't see it: "${ref}".`)
    if (!hasRight(memory.right, 'edit')) rejectField(path, 'You can view this entry but not change it.')
  }
  return found
}

/** Marks entries as superseded by another. Lists and searches then skip them by default. */
export async function supersede(
  ctx: Superseding,
  refs: readonly string[],
  by: MemoryRow,
  field = 'supersedes',
): Promise<void> {
  const before = await entriesToChange(ctx, field, [...new Set(refs)])
  for (const { id } of before) await rejectSupersedeCycle(ctx, field, id, by.id)
  const withoutIfMatch = { ...ctx, request: { ...ctx.request, ifMatch: undefined } } as unknown as Superseding
  for (const memory of before)
    await changeRow<MemoryRow>(withoutIfMatch, memoryKind, memory, { superseded_by: by.id })
}

/** Rejects a change that would make an entry supersede itself, directly or through others. */
export async function rejectSupersedeCycle(
  { db }: Superseding,
  field: string,
  id: string,
  by: string,
): Promise<void> {
  const [cycle] = await db.run(
    sql`with recursive later (id) as (
       select ${by}::uuid union select m.superseded_by from later l join memories m on m.id = l.id
        where m.superseded_by is not null)
     select 1 from later where id = ${id}`,
  )
  if (cycle)
    rejectField(field, "An entry can't supersede itself: the other entry is already superseded by this one.")
}
