import { type Order, keysetPage, page } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { type SeenProject, visibleProjects } from '../projects/access.ts'
import { listedProjectFromRow } from '../projects/project.ts'

const byName: Order = { column: 'lower(p.name)', type: 'text', descending: false }

/** Returns a page of the projects `p` that the caller can see and that match the condition, by name. */
export async function pageOfProjects(
  ctx: Context & InOrganization,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  condition: Sql,
) {
  const visible = visibleProjects(ctx)
  const pageRequest = { limit, cursor, sort: 'name' }
  const { after, orderAndLimit } = keysetPage(byName, 'p.id', pageRequest)
  const rows = await ctx.db.run<SeenProject & { sort_value: string }>(
    sql`select p.*, ${visible.right} as right, lower(p.name) as sort_value from projects p
      where ${condition} and ${visible.where} and p.deleted_at is null and ${after} ${orderAndLimit}`,
  )
  return page(
    rows,
    pageRequest,
    (row) => [row.sort_value, row.id],
    (row) => listedProjectFromRow(row, ctx.caller),
  )
}
