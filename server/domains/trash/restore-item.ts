import { z } from 'zod'
import { rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { findEvent } from '../activity/on-event.ts'
import { Undone, eventRef, undoEvent } from '../activity/undo-event.ts'
import { restoreAnything, restoreFromTrash, restoresItems, trashedRef } from './restore.ts'
import { trashKindNames } from './trash-kinds.ts'

/** What a person does in the trash or in a history, agents do here: over HTTP these are two operations. */
export const restoreItem = operation({
  id: 'trash.restoreItem',
  summary: 'Bring a deleted item back within 30 days, or undo one change of an item.',
  tool: 'restore_item',
  rare: ['kind'],
  brief: { item: 'WEB-42, slug, title or id.', activity: 'Or the id of the change.' },
  access: restoresItems,
  input: z.object({
    kind: z
      .enum(trashKindNames)
      .optional()
      .describe('What kind of thing the item is. Its number or id is enough without it.'),
    item: trashedRef
      .optional()
      .describe('What to bring back: its number (WEB-42), slug, title or id. This or activity.'),
    activity: eventRef
      .optional()
      .describe('The change to undo: the id of an entry in a history or activity list. This or item.'),
  }),
  output: Undone,
}).run(async (ctx, { kind, item, activity }) => {
  if ((item === undefined) === (activity === undefined))
    rejectField('item', 'Name an item to bring back, or an activity to undo: one of them, and not both.')
  if (activity !== undefined) return undoEvent(ctx, await findEvent(ctx.db, ctx, activity))
  const restored = kind ? await restoreFromTrash(ctx, kind, item!) : await restoreAnything(ctx, item!)
  return { item: restored, outcome: 'restored' as const, restored: [], changedSince: [], notRestorable: [] }
})
