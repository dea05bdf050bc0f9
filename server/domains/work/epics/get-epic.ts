import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { countBelow } from '../items/progress.ts'
import { projectRef } from '../../projects/project.ts'
import { onEpic } from './access.ts'
import { Epic, epicFromRow, epicRef } from './epic.ts'

export const getEpic = operation({
  id: 'epics.get',
  summary: 'Show one epic with its progress.',
  http: 'GET /api/projects/:project/epics/:epic',
  shows: ['epic', 'project', 'story', 'task'],
  access: onEpic('view'),
  input: z.object({ project: projectRef, epic: epicRef }),
  output: Epic,
}).run(async ({ db, epic, project, caller }) =>
  epicFromRow(epic, await countBelow(db, 'epics', epic.id), project, caller),
)
