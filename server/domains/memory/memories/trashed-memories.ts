import { sql } from '../../../database/sql.ts'
import { requireRoom } from '../../membership/plans.ts'
import { ownOrInProject } from '../../projects/own-or-in-project.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { indexMemory } from './index-memory.ts'
import { memoryKind } from './memory.ts'
import type { MemoryRow } from './tables.ts'

/** Hides entries that were deleted with their session or agent, because they are restored with it. */
export const trashedMemories: TrashKind<MemoryRow> = {
  ...ownOrInProject<MemoryRow>(memoryKind, {
    from: sql`memories t left join projects p on p.id = t.project_id left join sessions s on s.id = t.session_id`,
    title: sql`left(t.content, 120)`,
    alone: sql`t.deleted_with is null and s.deleted_at is null`,
  }),
  before: (ctx, row) => requireRoom(ctx, row.organization_id, 'memory'),
  after: (ctx, row) => indexMemory(ctx.db, row),
}
