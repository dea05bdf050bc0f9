import { z } from 'zod'
import { changeRow } from '../../../operations/rows.ts'
import { operation } from '../../../operations/operation.ts'
import { groupChangeFields, groupChanges } from '../items/group.ts'
import { positionFields } from '../items/target-position.ts'
import { countBelow } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { onEpic } from './access.ts'
import { Epic, epicFromRow, epicKind, epicRef } from './epic.ts'

export const updateEpic = operation({
  id: 'epics.update',
  summary: 'Change fields of an epic, or its position. Null clears the due date.',
  http: 'PUT /api/projects/:project/epics/:epic',
  aliases: ['PATCH /api/projects/:project/epics/:epic'],
  access: onEpic('edit'),
  input: z.object({ project: projectRef, epic: epicRef, ...groupChangeFields, ...positionFields('epic') }),
  output: Epic,
}).run(async (ctx, { project: _, epic: __, ...changes }) => {
  const row = await changeRow(ctx, epicKind, ctx.epic, await groupChanges(ctx, 'epics', ctx.epic, changes))
  return epicFromRow(row, await countBelow(ctx.db, 'epics', row.id), ctx.project, ctx.caller)
})
