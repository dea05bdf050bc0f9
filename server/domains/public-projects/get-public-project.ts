import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { ProjectRow } from '../projects/tables.ts'
import { z } from 'zod'
import { pageInput } from '../../database/pages.ts'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { PublicProject } from './public-project.ts'
import { publicEpics, publicFeatures, publicOverview, publicTasks } from './sections.ts'

/** Public fields of a project and its creator. */
export type PublicProjectRow = Pick<
  ProjectRow,
  'id' | 'slug' | 'key' | 'name' | 'description' | 'archived_at' | 'public_sections'
> & { username: string; user_name: string }

export const getPublicProject = operation({
  id: 'publicProjects.get',
  summary: 'Show the public page of a project: name, description and the published sections.',
  http: 'GET /api/public/projects/:user/:slug',
  access: anyone,
  input: z.object({
    user: z.string().max(100).describe("Username of the project's creator."),
    slug: z.string().max(100).describe('Slug of the project.'),
    limit: pageInput.limit.describe('Maximum number of tasks.'),
    cursor: pageInput.cursor.describe('`nextCursor` of the previous page of tasks.'),
  }),
  output: PublicProject,
}).run(async (ctx, input) => {
  const project = await findPublicProject(ctx.db, input.user, input.slug)
  if (!project) reject('not_found', { kind: 'public project', ref: `${input.user}/${input.slug}` })
  const shows = (section: (typeof project.public_sections)[number]) =>
    project.public_sections.includes(section)
  const [overview, tasks, epics, features] = await Promise.all([
    shows('overview') ? publicOverview(ctx.db, project.id) : null,
    shows('tasks') ? publicTasks(ctx.db, project.id, input) : null,
    shows('epics') ? publicEpics(ctx.db, project.id) : null,
    shows('features') ? publicFeatures(ctx.db, project.id) : null,
  ])
  return {
    slug: project.slug,
    key: project.key,
    name: project.name,
    description: project.description,
    by: { username: project.username, name: project.user_name },
    archivedAt: project.archived_at,
    sections: project.public_sections,
    overview,
    tasks,
    epics,
    features,
  }
})

/**
 * Returns the public project of a user by its slug. Projects of suspended or erased users are hidden. The caller cannot
 * tell a hidden project from one that does not exist.
 */
async function findPublicProject(
  db: Queries,
  user: string,
  slug: string,
): Promise<PublicProjectRow | undefined> {
  const [project] = await db.run<PublicProjectRow>(
    sql`select p.id, p.slug, p.key, p.name, p.description, p.archived_at, p.public_sections,
            u.username, u.name as user_name
       from users u join projects p on p.created_by = u.id
      where u.username = lower(${user}) and u.suspended_at is null and u.erased_at is null
        and p.slug = ${slug} and p.visibility = 'public' and p.deleted_at is null`,
  )
  return project
}
