import type { Queries } from '../../database/connect.ts'
import type { ProjectRow } from '../projects/tables.ts'

/** What everybody may know of a project, and who shows it. */
export type ShownProject = Pick<
  ProjectRow,
  'id' | 'slug' | 'key' | 'name' | 'description' | 'archived_at' | 'public_sections'
> & { username: string; user_name: string }

/**
 * The project that somebody shows to the public under this name. Whoever is suspended or erased shows none; and why there
 * is none, nobody is told.
 */
export async function findPublicProject(
  db: Queries,
  user: string,
  slug: string,
): Promise<ShownProject | undefined> {
  const [project] = await db.run<ShownProject>(
    `select p.id, p.slug, p.key, p.name, p.description, p.archived_at, p.public_sections,
            u.username, u.name as user_name
       from users u join projects p on p.created_by = u.id
      where u.username = lower($1) and u.suspended_at is null and u.erased_at is null
        and p.slug = $2 and p.visibility = 'public' and p.deleted_at is null`,
    [user, slug],
  )
  return project
}
