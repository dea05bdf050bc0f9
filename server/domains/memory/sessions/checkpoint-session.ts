import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onSession } from './access.ts'
import { checkpointFields, storeCheckpoint } from './checkpoint.ts'
import { Session, sessionFromRow, sessionRef } from './session.ts'

export const checkpointSession = operation({
  id: 'sessions.checkpoint',
  summary: 'Save a checkpoint of a session (summary, context, goals and state) to resume from.',
  http: 'POST /api/sessions/:session/checkpoints',
  access: onSession('edit'),
  created: true,
  input: z.object({ session: sessionRef, ...checkpointFields }),
  output: Session,
}).run(async (ctx, { session: _, ...checkpoint }) =>
  sessionFromRow(await storeCheckpoint(ctx, checkpoint, 'checkpoint'), ctx.caller),
)
