import { type Kind, insertRow } from '../../../database/rows.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { reject } from '../../../operations/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OnProject } from '../../projects/access.ts'
import type { GroupRow, NewGroup } from './group.ts'
import { numbered } from './numbered.ts'

/** Creates an epic, or a story in an epic, at the end of the order. */
export async function createGroup<Row extends GroupRow>(
  ctx: Context & OnProject,
  kind: Kind<Row>,
  input: NewGroup,
  epicId?: string,
): Promise<Row> {
  const { project } = ctx
  if (project.archived_at) reject('project_archived', { project: project.slug })
  const values = [
    ...[newId(), project.id, project.organization_id, input.title, input.description, input.status],
    ...[input.labels, input.dueAt ?? null, JSON.stringify(actorOf(ctx.caller))],
    ...(epicId ? [epicId] : []),
  ]
  // Locks the epic, so that it is not deleted without the story.
  const epic = `epic as (select id from epics where id = $10::uuid and deleted_at is null for key share)`
  const row = await insertRow<Row>(ctx, kind, {
    before: epicId ? `${numbered}, ${epic}` : numbered,
    insert: `insert into ${kind.table} (id, project_id, organization_id, number, key, title, description, status,
        labels, due_at, created_by, position${epicId ? ', epic_id' : ''})
      select $1, $2, $3, last_number, key || '-' || last_number, $4, $5, $6, $7, $8, $9,
             position_of(last_position)${epicId ? ', epic.id from numbered join epic on true' : ' from numbered'}`,
    values,
    data: { ...input, ...(epicId && { epic: epicId }) },
  })
  // The project or epic was deleted, or the project archived, concurrently.
  return row ?? reject('gone_meanwhile')
}
