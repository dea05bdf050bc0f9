import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { undoesEvent } from './on-event.ts'
import { Undone, eventRef, undoEvent } from './undo-event.ts'

export const undoActivity = operation({
  id: 'activity.undo',
  summary:
    'Undo one change: the fields that it changed become what they were, unless they changed again since.',
  http: 'POST /api/events/:event/undo',
  access: undoesEvent,
  input: z.object({ event: eventRef }),
  output: Undone,
}).run((ctx) => undoEvent(ctx, ctx.event))
