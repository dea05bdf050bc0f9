import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onSession } from './access.ts'
import { changeSession } from './change-session.ts'
import { Session, sessionFields, sessionFromRow, sessionRef } from './session.ts'

export const updateSession = operation({
  id: 'sessions.update',
  summary: 'Update the title, context or goals of a session.',
  http: 'PATCH /api/sessions/:session',
  aliases: ['PUT /api/sessions/:session'],
  access: onSession('edit'),
  input: z.object({
    session: sessionRef,
    title: sessionFields.title.optional(),
    context: sessionFields.context.optional(),
    goals: sessionFields.goals.optional(),
  }),
  output: Session,
}).run(async (ctx, { session: _, ...set }) => {
  const after = await changeSession(ctx, ctx.session, set)
  return sessionFromRow({ ...ctx.session, ...after }, ctx.caller)
})
