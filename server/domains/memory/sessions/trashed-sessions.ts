import { sql } from '../../../database/sql.ts'
import { ownOrInProject } from '../../trash/own-or-in-project.ts'
import type { TrashKind } from '../../trash/trash-kinds.ts'
import { sessionKind } from './session.ts'
import type { SessionRow } from './tables.ts'

export const trashedSessions: TrashKind<SessionRow> = ownOrInProject<SessionRow>(sessionKind, {
  from: sql`sessions t left join projects p on p.id = t.project_id`,
  title: sql`t.title`,
})
