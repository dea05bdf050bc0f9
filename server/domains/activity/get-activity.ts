import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Activity, activitiesFromRows } from './activity.ts'
import { seesEvent } from '../journal/on-event.ts'
import { eventRef } from '../trash/undo-event.ts'
import { describeUndoAccess } from '../trash/undoable-event.ts'

export const getActivity = operation({
  id: 'activity.get',
  summary: 'Show one activity: its changes and who can undo it.',
  http: 'GET /api/activity/:event',
  tool: { name: 'get_activity', brief: { event: 'Id from list_activities.' } },
  access: seesEvent,
  input: z.object({ event: eventRef }),
  output: Activity.extend({
    undoableBy: z.string().nullable().describe('Who can undo it; null if no one can.'),
  }).meta({ id: 'ActivityEntry' }),
}).run(async (ctx) => {
  const [activity] = await activitiesFromRows(ctx, [ctx.event])
  return { ...activity!, undoableBy: describeUndoAccess(ctx.app, ctx.event) }
})
