import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import type { ProjectRow } from '../projects/tables.ts'

/** Public fields of a project and its creator. */
export type PublicProjectRow = Pick<
  ProjectRow,
  'id' | 'slug' | 'key' | 'name' | 'description' | 'archived_at' | 'public_sections'
> & { username: string; user_name: string }

/**
 * Returns the public project of a user by its slug. Projects of suspended or erased users are hidden. The caller cannot
 * tell a hidden project from one that does not exist.
 */
export async function findPublicProject(
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
