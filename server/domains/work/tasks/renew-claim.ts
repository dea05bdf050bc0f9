import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { anyUuid } from '../../../platform/ids.ts'
import { type ProjectRight, projectsSeenBy } from '../../projects/access.ts'
import { onTask } from './access.ts'
import { holderOf } from './claim.ts'
import { requireClaim } from './require-claim.ts'
import { type ShownTask, shownTask, taskFromRow, taskNames } from './task.ts'

/**
 * Extends the lease in one statement. It never shortens a lease, and revives an expired one if no one else has claimed
 * the task. Heartbeats are frequent and change nothing about the work, so they aren't journaled and keep the version.
 */
export async function renewClaim(
  ctx: Context & InOrganization,
  { task, claim, minutes }: { task: string; claim: number; minutes: number },
) {
  const visible = projectsSeenBy(ctx)
  const { kind, id } = holderOf(ctx.caller)
  const [row] = await ctx.db.run<ShownTask & { right: ProjectRight }>(
    `with renewed as (
       update tasks t set lease_until = greatest(t.lease_until, now() + make_interval(mins => $9::int))
         from projects p
        where p.id = t.project_id and ${visible.where} and ${visible.right} <> 'view' and p.deleted_at is null
          and t.organization_id = $1 and t.deleted_at is null
          and ${anyUuid.test(task) ? 't.id = $5' : 't.key = upper($5)'}
          and t.claim_number = $6 and t.lease_until is not null
          and t.claimed_by ->> 'kind' = $7 and t.claimed_by ->> 'id' = $8
        returning t.*)
     select ${shownTask}, ${visible.right} as right from renewed t join projects p on p.id = t.project_id ${taskNames}`,
    [...visible.values, task, claim, kind, id, minutes],
  )
  if (row) return { task: taskFromRow(row, row.right, ctx.caller), until: row.lease_until! }
  const granted = await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task })
  requireClaim({ ...ctx, ...granted }, claim)
  // A concurrent request of the same holder claimed the task between the two statements.
  const { task: locked, project } = granted
  return { task: taskFromRow(locked, project.right, ctx.caller), until: locked.lease_until! }
}
