import { sql } from '../../../database/sql.ts'
import { requireRoom } from '../../membership/plans.ts'
import { trashedInProject } from '../../projects/trashed-in-project.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { evidenceKind } from './evidence.ts'
import type { EvidenceRow } from './tables.ts'

/** All evidence of a feature shares its number, so only the id is unique. */
export const trashedEvidence: TrashKind<EvidenceRow> = {
  ...trashedInProject<EvidenceRow>(evidenceKind, {
    from: sql`evidence t join features f on f.id = t.feature_id and f.deleted_at is null
           join projects p on p.id = t.project_id and p.deleted_at is null`,
    right: 'edit',
    title: sql`coalesce(nullif(t.title, ''), t.kind)`,
  }),
  before: (ctx, row) =>
    requireRoom(ctx, row.organization_id, 'storage', Buffer.byteLength(row.content ?? '')),
}
