import { sql } from '../../database/sql.ts'
import type { TrashKind } from '../../operations/trash-kind.ts'
import { requireRoom } from '../membership/plans.ts'
import { projectKind } from './project.ts'
import type { ProjectRow } from './tables.ts'
import { trashedInProject } from './trashed-in-project.ts'

export const trashedProjects: TrashKind<ProjectRow> = {
  ...trashedInProject<ProjectRow>(projectKind, {
    from: sql`projects t join projects p on p.id = t.id`,
    byKey: (slug) => sql`t.slug = ${slug}`,
    right: 'manage',
    title: sql`t.name`,
  }),
  before: (ctx, row) => requireRoom(ctx.db, row.organization_id, 'projects'),
}
