import { z } from 'zod'
import { expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { operation } from '../../../operations/operation.ts'
import { changesView } from './access.ts'
import { recordView } from './record-view.ts'
import { viewRef } from './view.ts'

export const deleteView = operation({
  id: 'views.delete',
  summary: 'Permanently delete a view. The tasks that it shows stay.',
  http: 'DELETE /api/views/:view',
  access: changesView,
  destructive: true,
  input: z.object({ view: viewRef }),
  output: z.object({ id: z.uuid() }),
}).run(async (ctx) => {
  const { view } = ctx
  expectVersion(ctx, view.version)
  await ctx.db.run(sql`delete from views where id = ${view.id}`)
  recordView(ctx, 'view.deleted', { before: view, after: view }, {})
  return { id: view.id }
})
