import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { onSession } from './access.ts'
import { Checkpoint, checkpointFromRow, latestCheckpoints } from './checkpoint.ts'
import { Session, sessionFromRow, sessionRef } from './session.ts'

export const getSession = operation({
  id: 'sessions.get',
  summary: 'Get a session with its last 10 checkpoints.',
  http: 'GET /api/sessions/:session',
  shows: ['session', 'user'],
  access: onSession('view'),
  input: z.object({ session: sessionRef }),
  output: Session.extend({
    lastCheckpoints: z.array(Checkpoint).describe('The last 10 checkpoints, newest first.'),
  }),
}).run(async ({ db, session, caller }) => ({
  ...sessionFromRow(session, caller),
  lastCheckpoints: (await latestCheckpoints(db, session.id, 10)).map(checkpointFromRow),
}))
