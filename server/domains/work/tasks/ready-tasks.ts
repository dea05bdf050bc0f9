import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { type ProjectRight, projectsSeenBy } from '../../projects/access.ts'
import { holderOf } from './claim.ts'
import type { TaskRow } from './tables.ts'
import { type ShownTask, shownTask, taskNames } from './task.ts'

/*
 * Tasks that can be claimed. The conditions and the order match the index tasks_ready, so that the first index entries
 * yield the best task, however many tasks there are.
 */
const isReady = `t.deleted_at is null and t.open_blockers = 0 and t.status in ('todo', 'in_progress')`

/** Condition: free for user `$5` or agent `$6`, so unassigned, the caller's own, or with an expired lease. */
const isFree = `(t.status = 'todo' and (t.assignee_user_id is null and t.assignee_agent_id is null
            or t.assignee_user_id = $5 or t.assignee_agent_id = $6)
          or t.status = 'in_progress' and t.lease_until <= now())`

const bestFirst = `t.priority_rank desc, coalesce(t.due_at, 'infinity'), t.blocking desc, t.id`

/** A task that the caller has just claimed, with its previous values. */
export interface ClaimedTask extends ShownTask, Pick<TaskRow, 'organization_id' | 'project_id' | 'blocking'> {
  right: ProjectRight
  before: Pick<TaskRow, 'status' | 'assignee_user_id' | 'assignee_agent_id' | 'claimed_by'>
}

/**
 * Claims the best ready task, in one project or in all that the caller can edit. Concurrent callers get different
 * tasks, because the first attempt skips locked rows. The second attempt waits for them, in case a claim fails.
 */
export async function claimBestTask(
  ctx: Context & InOrganization,
  { project, minutes }: { project: string | undefined; minutes: number },
): Promise<ClaimedTask | undefined> {
  for (const [atOnce, busy] of [
    [32, 'skip locked'],
    [1000, ''],
  ] as const) {
    const { sql, values } = claimStatement(ctx, { project, minutes, atOnce, busy })
    const [claimed] = await ctx.db.run<ClaimedTask>(sql, values)
    if (claimed) return claimed
  }
  return undefined
}

/**
 * Builds the claim statement. It reads the best few tasks of each project from the index without locks, then locks
 * only the best one and rechecks its conditions.
 */
export function claimStatement(
  ctx: InOrganization,
  {
    project,
    minutes,
    atOnce,
    busy,
  }: { project: string | undefined; minutes: number; atOnce: number; busy: 'skip locked' | '' },
) {
  const visible = projectsSeenBy(ctx)
  const values = [
    ...visible.values,
    ...claimParameters(ctx, minutes),
    ...(project === undefined ? [] : [project]),
  ]
  const sql = claimSql(
    visible.right,
    `select ${claimColumns} from (
       select best.id from projects p
        cross join lateral (
          select t.id from tasks t where t.project_id = p.id and ${isReady} and ${isFree}
           order by ${bestFirst} limit ${atOnce}) best
        where ${visible.where} and ${visible.right} <> 'view' and p.deleted_at is null and p.archived_at is null
          ${project === undefined ? '' : 'and p.id = $9'}) found
       join tasks t on t.id = found.id
      where ${isReady} and ${isFree}
      order by ${bestFirst} limit 1 for update of t ${busy}`,
  )
  return { sql, values }
}

/** Claims a given task. The caller must have locked it and checked that it is free. */
export async function claimNamedTask(
  ctx: Context & InOrganization,
  { id, minutes }: { id: string; minutes: number },
): Promise<ClaimedTask> {
  const visible = projectsSeenBy(ctx)
  const [claimed] = await ctx.db.run<ClaimedTask>(
    claimSql(
      visible.right,
      `select ${claimColumns} from tasks t join projects p on p.id = t.project_id where ${visible.where} and t.id = $9`,
    ),
    [...visible.values, ...claimParameters(ctx, minutes), id],
  )
  return claimed!
}

/** Returns parameters `$5` to `$8`: user id, agent id, actor, and lease length in minutes. */
function claimParameters({ caller }: InOrganization, minutes: number): unknown[] {
  const { kind, id } = holderOf(caller)
  const actor = JSON.stringify(actorOf(caller))
  return [kind === 'user' ? id : null, kind === 'agent' ? id : null, actor, minutes]
}

const claimColumns = 't.id, t.status, t.assignee_user_id, t.assignee_agent_id, t.claimed_by'

/** Wraps the selection of a task in the update that claims it. The lease uses the clock that all servers share. */
function claimSql(right: string, chosen: string): string {
  return `with chosen as (${chosen}),
    taken as (
      update tasks t
         set status = 'in_progress', assignee_user_id = $5::uuid, assignee_agent_id = $6::uuid,
             claim_number = t.claim_number + 1, claimed_by = $7::jsonb, claimed_at = now(),
             lease_until = now() + make_interval(mins => $8::int), version = t.version + 1, updated_at = now()
        from chosen where t.id = chosen.id
      returning t.*, jsonb_build_object('status', chosen.status, 'assignee_user_id', chosen.assignee_user_id,
        'assignee_agent_id', chosen.assignee_agent_id, 'claimed_by', chosen.claimed_by) as before)
    select ${shownTask}, t.organization_id, t.project_id, t.blocking, t.before, ${right} as right
      from taken t join projects p on p.id = t.project_id ${taskNames}`
}
