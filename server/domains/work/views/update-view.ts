import { z } from 'zod'
import { updateRow } from '../../../database/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { requireRight } from '../../projects/access.ts'
import { changesView } from './access.ts'
import { recordView } from './record-view.ts'
import { View, type ViewRow, viewFields, viewFromRow, viewKind, viewRef } from './view.ts'

export const updateView = operation({
  id: 'views.update',
  summary: 'Update the name or query of a view, share it, or make it private.',
  http: 'PATCH /api/views/:view',
  access: changesView,
  input: z.object({
    view: viewRef,
    name: viewFields.name.optional(),
    query: viewFields.query.optional(),
    shared: viewFields.shared.optional(),
  }),
  output: View,
}).run(async (ctx, { view: _, ...set }) => {
  const { view: before } = ctx
  if (set.shared && !before.shared) requireRight(before, 'edit')
  const { after, changes } = await updateRow<ViewRow>(ctx, viewKind, before, set)
  if (changes) recordView(ctx, 'view.updated', { before, after }, { changes })
  return viewFromRow({ ...before, ...after }, ctx.caller, ctx.user.id)
})
