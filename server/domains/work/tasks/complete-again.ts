import { sql } from '../../../database/sql.ts'
import type { Context } from '../../../operations/context.ts'
import { visibleProjects } from '../../projects/access.ts'
import type { ItemName } from '../items/item-name.ts'
import type { z } from 'zod'
import type { OnTask } from './access.ts'
import { holderOf } from './claim.ts'

/*
 * An agent that got no response completes its task again with the same claim. The claim ended with the first call, so
 * the journal shows whether the caller made it.
 */

/** Returns whether the caller completed the task under this claim, and no one has reopened or completed it since. */
export async function hasCompleted({ db, task, caller }: Context & OnTask, claim: number): Promise<boolean> {
  if (task.status !== 'complete' || task.claim_number !== claim) return false
  const { kind, id } = holderOf(caller)
  const [last] = await db.run<{ own: boolean }>(
    sql`select coalesce(data ->> 'endedClaim' = ${String(claim)} and actor ->> 'kind' = ${kind}
          and actor ->> 'id' = ${id}::uuid::text, false) as own
       from journal where subject_id = ${task.id} and type = 'task.completed' order by xid desc, seq desc limit 1`,
  )
  return last?.own === true
}

/** Returns the visible tasks that the completed task blocked and that are ready now. At most 20. */
export function unblockedBy(ctx: Context & OnTask): Promise<z.output<typeof ItemName>[]> {
  const { where } = visibleProjects(ctx)
  return ctx.db.run(
    sql`select o.id, o.key, o.title
       from dependencies d join tasks o on o.id = d.other_id join projects p on p.id = o.project_id
      where ${where} and d.task_id = ${ctx.task.id} and d.kind = 'blocks' and o.open_blockers = 0
        and o.status not in ('complete', 'cancelled') and o.deleted_at is null and p.deleted_at is null
      order by o.priority_rank desc, o.id limit 20`,
  )
}
