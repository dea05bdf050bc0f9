import { z } from 'zod'
import { rejectField } from '../../../errors/errors.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { operation } from '../../../operations/operation.ts'
import { changeRow, concerning, deleteRow, updateRow } from '../../../operations/rows.ts'
import type { AiSessionRow } from '../tables.ts'
import { onAiSession } from './access.ts'
import { AiSession, aiSessionFromRow, aiSessionKind, aiSessionRef, titleField } from './ai-session.ts'

export const renameAiSession = operation({
  id: 'aiSessions.rename',
  summary: 'Rename a conversation.',
  http: 'PATCH /api/ai/sessions/:aiSession/rename',
  access: onAiSession('own'),
  input: z.object({ aiSession: aiSessionRef, title: titleField }),
  output: AiSession,
}).run(async (ctx, { title }) => {
  const after = await changeRow<AiSessionRow>(ctx, aiSessionKind, ctx.session, { title, untitled: false })
  return aiSessionFromRow({ ...ctx.session, ...after })
})

export const shareAiSession = operation({
  id: 'aiSessions.share',
  summary: 'Share a conversation with everyone who can view its project, or make it private again.',
  http: 'PATCH /api/ai/sessions/:aiSession/share',
  access: onAiSession('own'),
  input: z.object({
    aiSession: aiSessionRef,
    shared: z.boolean().describe('Whether everyone who can view the project can read it.'),
  }),
  output: AiSession,
}).run(async (ctx, { shared }) => {
  const { session } = ctx
  if (shared && session.project_id === null)
    rejectField('shared', 'This conversation is about no project. Start one about a project to share it.')
  const { after, changes } = await updateRow<AiSessionRow>(ctx, aiSessionKind, session, { shared })
  if (changes)
    ctx.record({
      type: shared ? 'ai_session.shared' : 'ai_session.unshared',
      // Readers receive this event too, so that their lists and devices drop the conversation.
      ...concerning({ ...aiSessionKind, person: undefined }, after),
      version: after.version,
      changes,
    })
  return aiSessionFromRow({ ...session, ...after })
})

export const deleteAiSession = operation({
  id: 'aiSessions.delete',
  summary: 'Move a conversation to the trash for 30 days.',
  http: 'DELETE /api/ai/sessions/:aiSession',
  access: onAiSession('own'),
  destructive: true,
  input: z.object({ aiSession: aiSessionRef }),
  output: Deleted,
}).run(async (ctx) =>
  deletedResponse(aiSessionKind, await deleteRow<AiSessionRow>(ctx, aiSessionKind, ctx.session)),
)
