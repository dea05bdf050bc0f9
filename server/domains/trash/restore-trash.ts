import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { Restored, restoreFromTrash, restoresItems, trashedRef } from './restore.ts'
import { trashKindNames } from './trash-kinds.ts'

export const restoreTrash = operation({
  id: 'trash.restore',
  summary: 'Bring something back from the trash, as it was and with what went there with it, within 30 days.',
  http: 'POST /api/trash/:kind/:item/restore',
  access: restoresItems,
  input: z.object({
    kind: z.enum(trashKindNames).describe('What kind of thing it is.'),
    item: trashedRef,
  }),
  output: Restored,
}).run((ctx, { kind, item }) => restoreFromTrash(ctx, kind, item))
