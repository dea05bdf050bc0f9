import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Restored, restoreFromTrash, restoresItems, trashedRef } from './restore.ts'
import { trashKindNames } from '../../operations/trash-kind.ts'

export const restoreTrash = operation({
  id: 'trash.restore',
  summary: 'Restore an item from the trash within 30 days, with the items that were deleted with it.',
  http: 'POST /api/trash/:kind/:item/restore',
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).describe('Kind of the item.'),
    item: trashedRef,
  }),
  output: Restored,
}).run((ctx, { kind, item }) => restoreFromTrash(ctx, kind, item))
