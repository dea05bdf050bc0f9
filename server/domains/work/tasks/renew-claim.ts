import { sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { type ProjectRight, visibleProjects } from '../../projects/access.ts'
import { isItem } from '../items/visible-item.ts'
import { onTask } from './access.ts'
import { holderOf } from './claim.ts'
import { requireClaim } from './require-claim.ts'
import { showTask } from './show-tasks.ts'
import { type ShownTask, shownTask, taskNames } from './task.ts'

/**
 * Extends the lease in one statement. It never shortens a lease, and revives an expired one if no one else has claimed
 * the task. Heartbeats are frequent and change nothing about the work, so they aren't journaled and keep the version.
 */
export async function renewClaim(
  ctx: Context & InOrganization,
  { task, claim, minutes }: { task: string; claim: number; minutes: number },
) {
  const { where, right } = visibleProjects(ctx)
  const { kind, id } = holderOf(ctx.caller)
  const [row] = await ctx.db.run<ShownTask & { right: ProjectRight }>(
    sql`with renewed as (
       update tasks t set lease_until = greatest(t.lease_until, now() + make_interval(mins => ${minutes}::int))
         from projects p
        where p.id = t.project_id and ${where} and ${right} <> 'view' and p.deleted_at is null
          and ${isItem('t', ctx, task)} and t.deleted_at is null
          and t.claim_number = ${claim} and t.lease_until is not null
          and t.claimed_by ->> 'kind' = ${kind} and t.claimed_by ->> 'id' = ${id}
        returning t.*)
     select ${shownTask}, ${right} as right from renewed t join projects p on p.id = t.project_id ${taskNames}`,
  )
  if (row) return { task: await showTask(ctx, row, row.right), until: row.lease_until! }
  const granted = await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task })
  requireClaim({ ...ctx, ...granted }, claim)
  // A concurrent request of the same holder claimed the task between the two statements.
  const { task: locked, project } = granted
  return { task: await showTask(ctx, locked, project.right), until: locked.lease_until! }
}
