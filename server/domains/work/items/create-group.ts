import { type Kind, insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../errors/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OnProject } from '../../projects/access.ts'
import type { GroupRow, NewGroup } from './group.ts'
import { numberedIn } from './numbered.ts'

/** Creates an epic, or a story in an epic, at the end of the order. */
export async function createGroup<Row extends GroupRow>(
  ctx: Context & OnProject,
  kind: Kind<Row>,
  input: NewGroup,
  { epicId, id = newId() }: { epicId?: string; id?: string } = {},
): Promise<Row> {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const numbered = numberedIn(project.id)
  // Locks the epic, so that it is not deleted without the story.
  const before = epicId
    ? sql`${numbered}, epic as (select id from epics where id = ${epicId}::uuid and deleted_at is null for key share)`
    : numbered
  const row = await insertRow<Row>(ctx, kind, {
    before,
    insert: sql`insert into ${sql.raw(kind.table)} (id, project_id, organization_id, number, key, title, description, status,
        labels, due_at, created_by, position${epicId ? sql`, epic_id` : sql.empty})
      select ${id}, ${project.id}, ${project.organization_id}, last_number, key || '-' || last_number,
             ${input.title}, ${input.description}, ${input.status}, ${input.labels}, ${input.dueAt ?? null},
             ${JSON.stringify(actorOf(ctx.caller))}, position_of(last_position)${
               epicId ? sql`, epic.id from numbered join epic on true` : sql` from numbered`
             }`,
    data: { ...input, ...(epicId && { epic: epicId }) },
  })
  // The project or epic was deleted, or the project archived, concurrently.
  return row ?? reject('gone_meanwhile')
}
