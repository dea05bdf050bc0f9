import { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { projectsVisibleTo } from '../../projects/access.ts'
import { outcomes } from '../answers/answer-shapes.ts'

/** A conversation in the export of an account, with the texts of its messages. */
export const OwnAiSession = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  project: z.string().nullable().describe('Slug of the project.'),
  title: z.string(),
  shared: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  messages: z.array(
    z.object({
      role: z.enum(['question', 'answer']),
      text: z.string(),
      outcome: z.enum(outcomes).nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
})
type OwnAiSession = z.output<typeof OwnAiSession>

const maxCharacters = 20_000_000
const pageSize = 50

/**
 * Returns the conversations of a user in all organizations of which they are a member, newest first. Leaves out those
 * about projects that they can no longer see, and the oldest ones if the texts are too long.
 */
export async function ownAiSessions(
  db: Queries,
  userId: string,
): Promise<{ aiSessions: OwnAiSession[]; more: boolean }> {
  const aiSessions: OwnAiSession[] = []
  let characters = 0
  for (;;) {
    const last = aiSessions.at(-1)
    const rows = await db.run<OwnAiSession>(
      sql`select s.id, s.organization_id as "organizationId", p.slug as project, s.title, s.shared,
          s.created_at as "createdAt", s.updated_at as "updatedAt",
          (select coalesce(jsonb_agg(jsonb_build_object('role', m.role, 'text', m.text, 'outcome', m.outcome,
              'createdAt', to_char(m.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.number), '[]')
             from ai_messages m where m.session_id = s.id) as messages
        from ai_sessions s left join projects p on p.id = s.project_id
        where s.owner_id = ${userId} and s.deleted_at is null${last ? sql` and s.id < ${last.id}` : sql.empty}
          and s.organization_id in (select o.organization_id from organization_members o where o.user_id = ${userId})
          and (s.project_id is null
            or s.project_id in (select p.id from ${projectsVisibleTo(userId)} where p.deleted_at is null))
        order by s.id desc limit ${pageSize}`,
    )
    for (const row of rows) {
      characters += row.messages.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > maxCharacters) return { aiSessions, more: true }
      aiSessions.push(row)
    }
    if (rows.length < pageSize) return { aiSessions, more: false }
  }
}
