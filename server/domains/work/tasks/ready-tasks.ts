import { type Sql, sql } from '../../../database/sql.ts'
import type { InOrganization } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { type ProjectRight, projectIdOf, visibleProjects } from '../../projects/access.ts'
import { holderOf } from './claim.ts'
import type { TaskRow } from './tables.ts'
import { type ShownTask, shownTask, taskNames } from './task.ts'

/*
 * Tasks that can be claimed. The conditions and the order match the index tasks_ready, so that the first index entries
 * yield the best task, however many tasks there are.
 */
const isReady = sql`t.deleted_at is null and t.open_blockers = 0 and t.status in ('todo', 'in_progress')`

/** Returns the condition that a task is free for the holder: unassigned, their own, or with an expired lease. */
function isFreeFor({ userId, agentId }: Holder): Sql {
  return sql`(t.status = 'todo' and (t.assignee_user_id is null and t.assignee_agent_id is null
            or t.assignee_user_id = ${userId} or t.assignee_agent_id = ${agentId})
          or t.status = 'in_progress' and t.lease_until <= now())`
}

/** Returns the condition that the caller can claim task `t` of project `p`. */
export function isReadyFor(ctx: InOrganization): Sql {
  return sql`${isReady} and ${isFreeFor(claimantOf(ctx))} and ${visibleProjects(ctx).right} <> 'view'
    and p.archived_at is null`
}

const bestFirst = sql`t.priority_rank desc, coalesce(t.due_at, 'infinity'), t.blocking desc, t.id`

/** A task that the caller has just claimed, with its previous values. */
export interface ClaimedTask extends ShownTask, Pick<TaskRow, 'organization_id' | 'project_id' | 'blocking'> {
  right: ProjectRight
  before: Pick<TaskRow, 'status' | 'assignee_user_id' | 'assignee_agent_id' | 'claimed_by'>
}

interface Wanted {
  /** The id, slug or key of the only project, if the caller passes one. */
  project: string | undefined
  minutes: number
}

/**
 * Claims the best ready task, in one project or in all that the caller can edit. Concurrent callers get different
 * tasks, because it skips locked rows.
 */
export function claimUnlockedTask(
  ctx: Context & InOrganization,
  wanted: Wanted,
): Promise<ClaimedTask | undefined> {
  return claimBest(ctx, { ...wanted, atOnce: 32, busy: 'skip locked' })
}

/** Claims the best ready task, and waits for locked ones first, in case their claims fail. */
export function claimAnyTask(
  ctx: Context & InOrganization,
  wanted: Wanted,
): Promise<ClaimedTask | undefined> {
  return claimBest(ctx, { ...wanted, atOnce: 1000, busy: 'wait' })
}

async function claimBest(ctx: Context & InOrganization, wanted: Wanted & Choice) {
  const [claimed] = await ctx.db.run<ClaimedTask>(claimStatement(ctx, wanted))
  return claimed
}

interface Choice {
  atOnce: number
  busy: 'skip locked' | 'wait'
}

/**
 * Builds the claim statement. It reads the best few tasks of each project from the index without locks, then locks
 * only the best one and rechecks its conditions. It also looks up the project, which saves a round trip.
 */
export function claimStatement(
  ctx: InOrganization,
  { project, minutes, atOnce, busy }: Wanted & Choice,
): Sql {
  const { where, right } = visibleProjects(ctx)
  const isFree = isFreeFor(claimantOf(ctx))
  return claimSql(
    ctx,
    minutes,
    sql`select ${claimColumns} from (
       select best.id from projects p
        cross join lateral (
          select t.id from tasks t where t.project_id = p.id and ${isReady} and ${isFree}
           order by ${bestFirst} limit ${sql.raw(atOnce)}) best
        where ${where} and ${right} <> 'view' and p.deleted_at is null and p.archived_at is null
          ${project === undefined ? sql.empty : sql`and p.id = ${projectIdOf(ctx, project)}`}) found
       join tasks t on t.id = found.id
      where ${isReady} and ${isFree}
      order by ${bestFirst} limit 1 for update of t ${busy === 'wait' ? sql.empty : sql`skip locked`}`,
  )
}

/** Claims a given task. The caller must have locked it and checked that it is free. */
export async function claimNamedTask(
  ctx: Context & InOrganization,
  { id, minutes }: { id: string; minutes: number },
): Promise<ClaimedTask> {
  const { where } = visibleProjects(ctx)
  const [claimed] = await ctx.db.run<ClaimedTask>(
    claimSql(
      ctx,
      minutes,
      sql`select ${claimColumns} from tasks t join projects p on p.id = t.project_id where ${where} and t.id = ${id}`,
    ),
  )
  return claimed!
}

/** The user or agent who claims. One of the two is null. */
interface Holder {
  userId: string | null
  agentId: string | null
}

function claimantOf({ caller }: InOrganization): Holder {
  const { kind, id } = holderOf(caller)
  return { userId: kind === 'user' ? id : null, agentId: kind === 'agent' ? id : null }
}

const claimColumns = sql`t.id, t.status, t.assignee_user_id, t.assignee_agent_id, t.claimed_by`

/** Wraps the selection of a task in the update that claims it. The lease uses the clock that all servers share. */
function claimSql(ctx: InOrganization, minutes: number, chosen: Sql): Sql {
  const { userId, agentId } = claimantOf(ctx)
  return sql`with chosen as (${chosen}),
    taken as (
      update tasks t
         set status = 'in_progress', assignee_user_id = ${userId}::uuid, assignee_agent_id = ${agentId}::uuid,
             claim_number = t.claim_number + 1, claimed_by = ${JSON.stringify(actorOf(ctx.caller))}::jsonb, claimed_at = now(),
             lease_until = now() + make_interval(mins => ${minutes}::int), version = t.version + 1, updated_at = now()
        from chosen where t.id = chosen.id
      returning t.*, jsonb_build_object('status', chosen.status, 'assignee_user_id', chosen.assignee_user_id,
        'assignee_agent_id', chosen.assignee_agent_id, 'claimed_by', chosen.claimed_by) as before)
    select ${shownTask}, t.organization_id, t.project_id, t.blocking, t.before, ${visibleProjects(ctx).right} as right
      from taken t join projects p on p.id = t.project_id ${taskNames}`
}
