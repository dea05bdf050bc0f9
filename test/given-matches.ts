import { sql } from '../server/database/sql.ts'
import type { Given } from './given.ts'

/** A task to change, and the number of tasks in its project: a part of given.ts. */
export const givenMatches: Given = async ({ call }, { app }, { project }) => {
  const { items } = await call('projects.list', {})
  if (items.some(({ slug, may }) => slug === project && may.edit))
    await call('tasks.create', { project: project!, title: 'To be changed' })
  const [row] = await app.database.run<{ count: number }>(
    sql`select count(*)::int as count from tasks t join projects p on p.id = t.project_id
        where p.slug = ${project!} and t.deleted_at is null`,
  )
  return { expected: row!.count, set: { priority: 'high' } }
}
