import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { projectRef } from '../../projects/project.ts'
import { deleteWithChildren } from '../items/delete-with-children.ts'
import { Deleted } from '../../../operations/deleted.ts'
import { onEpic } from './access.ts'
import { epicKind, epicRef } from './epic.ts'

export const deleteEpic = operation({
  id: 'epics.delete',
  summary: 'Move an epic with its stories and their tasks to the trash, restorable for 30 days.',
  http: 'DELETE /api/projects/:project/epics/:epic',
  access: onEpic('edit'),
  destructive: true,
  input: z.object({ project: projectRef, epic: epicRef }),
  output: Deleted,
}).run((ctx) => deleteWithChildren(ctx, epicKind, ctx.epic))
