import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { createGroup } from '../items/create-group.ts'
import { newGroupFields } from '../items/group.ts'
import { nothingBelow } from '../items/progress.ts'
import { onProject } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { Epic, epicFromRow, epicKind } from './epic.ts'

export const createEpic = operation({
  id: 'epics.create',
  summary: 'Create an epic in a project, to group stories.',
  http: 'POST /api/projects/:project/epics',
  access: onProject('edit'),
  created: true,
  oneStatement: true,
  input: z.object({ project: projectRef, ...newGroupFields }),
  output: Epic,
}).run(async (ctx, { project: _, ...input }) => {
  const row = await createGroup(ctx, epicKind, input)
  return epicFromRow(row, nothingBelow, ctx.project, ctx.caller)
})
