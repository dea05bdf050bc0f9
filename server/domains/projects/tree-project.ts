import { z } from 'zod'
import { operation } from '../../operations/operation.ts'
import { may } from '../../operations/may.ts'
import { hasRight, onProject } from './access.ts'
import { projectRef } from './project.ts'
import { ProjectTree, readTree } from './tree.ts'

export const treeProject = operation({
  id: 'projects.tree',
  summary: 'Show the epics, stories and tasks of a project as a tree.',
  http: 'GET /api/projects/:project/tree',
  shows: ['project', 'epic', 'story', 'task'],
  access: onProject('view'),
  input: z.object({ project: projectRef }),
  output: ProjectTree,
}).run(async (ctx) => {
  const { project, caller } = ctx
  return {
    project: project.slug,
    ...(await readTree(ctx, project.id)),
    may: may(caller, { edit: hasRight(project.right, 'edit') }),
  }
})
