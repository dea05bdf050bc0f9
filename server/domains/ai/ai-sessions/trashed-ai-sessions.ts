import { sql } from '../../../database/sql.ts'
import type { TrashKind } from '../../../operations/trash-kind.ts'
import { anyUuid } from '../../../platform/ids.ts'
import type { AiSessionRow } from '../tables.ts'
import { visibleSessions } from './access.ts'
import { aiSessionKind } from './ai-session.ts'

const from = sql`ai_sessions t left join projects p on p.id = t.project_id`

/** Only the owner restores a conversation. Its messages and proposals stay with it. */
export const trashedAiSessions: TrashKind<AiSessionRow> = {
  ...aiSessionKind,
  async find(db, granted, ref) {
    if (!anyUuid.test(ref)) return undefined
    const { where, isOwner } = visibleSessions(granted, 't')
    const [row] = await db.run<AiSessionRow>(
      sql`select t.* from ${from} where ${where} and ${isOwner} and t.id = ${ref} for update of t`,
    )
    return row
  },
  listed(granted) {
    const { where, isOwner } = visibleSessions(granted, 't')
    return { from, title: sql`t.title`, where: sql`${where} and ${isOwner}`, project: sql`p.slug` }
  },
}
