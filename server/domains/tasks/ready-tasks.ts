import type { InOrganization } from '../../operations/access.ts'
import { actorOf } from '../../operations/caller.ts'
import type { Context } from '../../operations/context.ts'
import { type ProjectRight, projectsSeenBy } from '../projects/access.ts'
import { holderOf } from './claim.ts'
import type { TaskRow } from './tables.ts'
import { type ShownTask, shownTask, taskNames } from './task.ts'

/*
 * What can be claimed. The conditions and the order are those of the index tasks_ready, so that the best task is found
 * by reading its first entries, however many tasks there are.
 */
const isReady = `t.deleted_at is null and t.open_blockers = 0 and t.status in ('todo', 'in_progress')`

/** Free for a caller `$5` (a person) or `$6` (an agent): their own or nobody's; or its holder let the lease run out. */
const isFree = `(t.status = 'todo' and (t.assignee_user_id is null and t.assignee_agent_id is null
            or t.assignee_user_id = $5 or t.assignee_agent_id = $6)
          or t.status = 'in_progress' and t.lease_until <= now())`

const bestFirst = `t.priority_rank desc, coalesce(t.due_at, 'infinity'), t.blocking desc, t.id`

/** A task that the caller has just got, and how it was before. */
export interface TakenTask extends ShownTask, Pick<TaskRow, 'organization_id' | 'project_id' | 'blocking'> {
  right: ProjectRight
  before: Pick<TaskRow, 'status' | 'assignee_user_id' | 'assignee_agent_id' | 'claimed_by'>
}

/**
 * Gives the caller the best task that is ready, of one project or of all that they may change. Two who ask at the same
 * moment get two different ones: what another is about to take is passed over. Only if nothing else is left is it waited
 * for, since the other may yet be refused.
 */
export async function claimBestTask(
  ctx: Context & InOrganization,
  { project, minutes }: { project: string | undefined; minutes: number },
): Promise<TakenTask | undefined> {
  for (const [atOnce, busy] of [
    [32, 'skip locked'],
    [1000, ''],
  ] as const) {
    const { sql, values } = claimStatement(ctx, { project, minutes, atOnce, busy })
    const [taken] = await ctx.db.run<TakenTask>(sql, values)
    if (taken) return taken
  }
  return undefined
}

/**
 * The best few of each project are looked up in the index, and the best of all these is taken, unless it has changed
 * since. (To hold the best of each project would keep it from others for nothing.)
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
  const values = [...visible.values, ...takerOf(ctx, minutes), ...(project === undefined ? [] : [project])]
  const sql = taking(
    visible.right,
    `select ${looked} from (
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

/** Gives the caller this very task, which they hold and which is free. */
export async function claimNamedTask(
  ctx: Context & InOrganization,
  { id, minutes }: { id: string; minutes: number },
): Promise<TakenTask> {
  const visible = projectsSeenBy(ctx)
  const [taken] = await ctx.db.run<TakenTask>(
    taking(
      visible.right,
      `select ${looked} from tasks t join projects p on p.id = t.project_id where ${visible.where} and t.id = $9`,
    ),
    [...visible.values, ...takerOf(ctx, minutes), id],
  )
  return taken!
}

/** `$5` to `$8`: the person or the agent, who they are, and for how long. */
function takerOf({ caller }: InOrganization, minutes: number): unknown[] {
  const { kind, id } = holderOf(caller)
  const actor = JSON.stringify(actorOf(caller))
  return [kind === 'user' ? id : null, kind === 'agent' ? id : null, actor, minutes]
}

const looked = 't.id, t.status, t.assignee_user_id, t.assignee_agent_id, t.claimed_by'

/** The lease is counted by the database's clock, which is the only one that all servers share. */
function taking(right: string, chosen: string): string {
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
