import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import type { AiMessageRow } from '../tables.ts'
import type { SeenAiSession } from './ai-session.ts'
import { messageColumns, showMessages } from './messages.ts'

/**
 * Copies the messages of a conversation with the sources that the caller can see. Leaves out proposals, because only the
 * original can confirm them, and token counts, because the copy used none.
 */
export async function copyMessages(
  ctx: Context & InOrganization,
  from: SeenAiSession,
  to: string,
): Promise<void> {
  const { db } = ctx
  const rows = await db.run<AiMessageRow>(
    sql`select ${messageColumns} from ai_messages m where m.session_id = ${from.id} order by m.number`,
  )
  if (rows.length === 0) return
  const shown = await showMessages(ctx, rows, from)
  const copies = rows.map((row, index) => ({
    session_id: to,
    number: row.number,
    id: newId(),
    role: row.role,
    text: row.text,
    passages: shown[index]!.passages,
    steps: shown[index]!.steps,
    outcome: row.outcome,
    note: row.note,
    model: row.model,
    created_at: row.created_at,
  }))
  await db.run(
    sql`insert into ai_messages (session_id, number, id, role, text, passages, steps, outcome, note, model, created_at)
      select session_id, number, id, role, text, passages, steps, outcome, note, model, created_at
        from jsonb_populate_recordset(null::ai_messages, ${JSON.stringify(copies)}::jsonb)`,
  )
  await db.run(sql`update ai_sessions set messages = ${rows.length} where id = ${to}`)
}
