import type { Queries } from '../../database/connect.ts'
import { reject } from '../../operations/errors.ts'
import { type SeenProject, type Seer, findProject, requireRight } from './access.ts'

/** The project that something new is for: one in which the caller may edit, and that is not archived. */
export async function projectToWriteIn(db: Queries, asking: Seer, ref: string): Promise<SeenProject> {
  const project = await findProject(db, asking, ref, false)
  requireRight(project, 'edit')
  if (project.archived_at) reject('project_archived', { project: project.slug })
  return project
}
