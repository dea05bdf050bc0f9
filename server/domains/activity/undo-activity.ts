import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { undoesEvent } from '../journal/on-event.ts'
import { Undone, eventRef, undoEvent } from '../trash/undo-event.ts'

export const undoActivity = operation({
  id: 'activity.undo',
  summary: 'Undo one change: revert the fields it changed, except those that changed again later.',
  http: 'POST /api/events/:event/undo',
  access: undoesEvent,
  input: z.object({ event: eventRef }),
  output: Undone,
}).run((ctx) => undoEvent(ctx, ctx.event))
