import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { seesEvent } from './on-event.ts'
import { eventRef } from './undo-event.ts'
import { whoUndoes } from './undoable-event.ts'

export const getActivity = operation({
  id: 'activity.get',
  summary: 'Show one activity: what it changed, and who can undo it.',
  http: 'GET /api/activity/:event',
  tool: 'get_activity',
  brief: { event: 'Its id.' },
  access: seesEvent,
  input: z.object({ event: eventRef }),
  output: Activity.extend({
    undoableBy: z.string().nullable().describe('Who may undo it; null if nobody can.'),
  }).meta({ id: 'ActivityEntry' }),
}).run(async (ctx) => {
  const [activity] = await activitiesFromRows(ctx, [ctx.event])
  return { ...activity!, undoableBy: whoUndoes(ctx.event) }
})
