import { sql } from '../server/database/sql.ts'
import { newId } from '../server/platform/ids.ts'
import { noOne } from './things-in-projects.ts'
import { type Thing, insert } from './things.ts'

/** The parts of things.ts about conversations. One belongs to the user who uses it, and has a question and an answer. */
export const answerThings: Record<string, Thing> = {
  aiSession: {
    async make({ server, person, text, add }) {
      const session_id = await add('ai_sessions', {
        owner_id: person.user.id,
        title: text,
        untitled: false,
        messages: 2,
        created_by: noOne,
      })
      const message = { session_id, text }
      await insert(server, 'ai_messages', { ...message, id: newId(), number: 1, role: 'question' })
      await insert(server, 'ai_messages', {
        ...message,
        id: newId(),
        number: 2,
        role: 'answer',
        outcome: 'complete',
        note: text,
      })
      return session_id
    },
    remove: (ref) => sql`update ai_sessions set deleted_at = now() where id = ${ref}`,
  },
  aiProposal: {
    async make({ server, text, the }) {
      const session_id = await the('aiSession')
      const [answer] = await server.app.database.run<{ id: string }>(
        sql`select id from ai_messages where session_id = ${session_id} and number = 2`,
      )
      const id = newId()
      const input = JSON.stringify({ title: text, content: text })
      await insert(server, 'ai_proposals', {
        id,
        session_id,
        message_id: answer!.id,
        number: 1,
        tool: 'create_note',
        input,
      })
      return id
    },
    remove: (ref) => sql`delete from ai_proposals where id = ${ref}`,
  },
}
