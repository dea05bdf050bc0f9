import { z } from 'zod'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findEvent } from '../journal/on-event.ts'
import { Undone, eventRef, undoEvent } from './undo-event.ts'
import { restoreAnything, restoreFromTrash, restoresItems, trashedRef } from './restore.ts'
import { trashKindNames } from '../../operations/trash-kind.ts'

/** Combines restore and undo in one tool for agents. The HTTP API has an operation for each. */
export const restoreItem = operation({
  id: 'trash.restoreItem',
  summary: 'Restore a deleted item within 30 days, or undo one change to an item.',
  tool: {
    name: 'restore_item',
    rare: ['kind'],
    brief: { item: 'Key, slug, title or id.', activity: 'Id of a change to undo.' },
  },
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).optional().describe('Kind of the item. Not needed with a number or id.'),
    item: trashedRef
      .optional()
      .describe('Item to restore: number (WEB-42), slug, title or id. Pass this or activity.'),
    activity: eventRef
      .optional()
      .describe('Change to undo: id of an entry in a history or activity list. Pass this or item.'),
  }),
  output: Undone,
}).run(async (ctx, { kind, item, activity }) => {
  if ((item === undefined) === (activity === undefined))
    rejectField('item', 'Pass either "item" to restore it or "activity" to undo it, not both.')
  if (activity !== undefined) return undoEvent(ctx, await findEvent(ctx.db, ctx, activity))
  const restored = kind ? await restoreFromTrash(ctx, kind, item!) : await restoreAnything(ctx, item!)
  return { item: restored, outcome: 'restored' as const, restored: [], changedSince: [], notRestorable: [] }
})
