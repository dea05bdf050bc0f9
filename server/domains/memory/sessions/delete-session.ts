import { z } from 'zod'
import { deleteRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { onSession } from './access.ts'
import { sessionKind, sessionRef } from './session.ts'
import type { SessionRow } from './tables.ts'

export const deleteSession = operation({
  id: 'sessions.delete',
  summary: 'Move a session and its memory to the trash for 30 days. Restoring it restores the memory too.',
  http: 'DELETE /api/sessions/:session',
  access: onSession('edit'),
  destructive: true,
  input: z.object({ session: sessionRef }),
  output: Deleted,
}).run(async (ctx) =>
  deletedResponse(sessionKind, await deleteRow<SessionRow>(ctx, sessionKind, ctx.session)),
)
