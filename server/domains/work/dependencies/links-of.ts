import type { z } from 'zod'
import { type PageAsked, keysetPage, page } from '../../../database/pages.ts'
import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { visibleProjects } from '../../projects/access.ts'
import type { Status } from '../tasks/states.ts'
import type { Dependency, LinkKind } from './dependency.ts'

interface LinkRow {
  kind: LinkKind
  id: string
  key: string
  title: string
  status: Status
  project: string
}

const order = { column: 'l.kind', type: 'text', descending: false } as const

/** Returns the links of a task to tasks that the caller can see, ordered by kind, then oldest first. */
export async function linksOf(
  ctx: Context & InOrganization,
  taskId: string,
  paging: Omit<PageAsked, 'sort'>,
) {
  const { where } = visibleProjects(ctx)
  const sorted = { ...paging, sort: 'kind' }
  const { after, orderAndLimit } = keysetPage(order, 'l.id', sorted)
  const rows = await ctx.db.run<LinkRow>(
    sql`select l.kind, l.id, t.key, t.title, t.status, p.slug as project
       from (select kind, other_id as id from dependencies where task_id = ${taskId}
             union all
             select case kind when 'blocks' then 'blocked_by' when 'duplicates' then 'duplicated_by' else kind end, task_id
               from dependencies where other_id = ${taskId}) l
       join tasks t on t.id = l.id join projects p on p.id = t.project_id
      where ${where} and p.deleted_at is null and t.deleted_at is null and ${after} ${orderAndLimit}`,
  )
  return page(rows, sorted, ({ kind, id }) => [kind, id], dependencyFromRow)
}

export function dependencyFromRow({
  kind,
  id,
  key,
  title,
  status,
  project,
}: LinkRow): z.output<typeof Dependency> {
  return { kind, task: { id, key, title, status, project } }
}
