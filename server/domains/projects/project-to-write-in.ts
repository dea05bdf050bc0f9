import type { Queries } from '../../database/connect.ts'
import { reject } from '../../errors/errors.ts'
import { type SeenProject, type Seer, findProject, requireRight } from './access.ts'

/** Finds a project for a new item. Requires the right to edit, and rejects an archived project. */
export async function projectToWriteIn(db: Queries, granted: Seer, ref: string): Promise<SeenProject> {
  const project = await findProject(db, granted, ref, false)
  requireRight(project, 'edit')
  if (project.archived_at) reject('project_archived', { project: project.slug })
  return project
}
