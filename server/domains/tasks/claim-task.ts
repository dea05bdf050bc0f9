import { z } from 'zod'
import { concerning, differences } from '../../database/rows.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { quoteName, reject, rejectField } from '../../operations/errors.ts'
import { operation } from '../../operations/operation.ts'
import { toCamelCase } from '../../platform/names.ts'
import { blockersOf, waitingOnlyFor } from '../dependencies/blockers.ts'
import { ItemName } from '../items/item-name.ts'
import { type SeenProject, findProject, requireRight } from '../projects/access.ts'
import { projectRef } from '../projects/project.ts'
import { type OnTask, onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { claimField, isHolder } from './claim.ts'
import { isHeldNow, rejectClaimed, requireClaim, spoken } from './require-claim.ts'
import { explainNoReadyTask } from './explain-no-ready-task.ts'
import { type TakenTask, claimBestTask, claimNamedTask } from './ready-tasks.ts'
import { renewClaim } from './renew-claim.ts'
import { Task, taskFromRow, taskKind, taskRef } from './task.ts'
import { whyThis } from './why-this-task.ts'

const claimsTasks: AccessRule<unknown, InOrganization> = {
  name: 'claimsTasks',
  sentence: 'Everybody in the organization, for tasks of projects that they may change.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

export const claimTask = operation({
  id: 'tasks.claim',
  summary:
    'Take the best ready task, or the one you name, for yourself alone; renew the lease, or give it back.',
  http: 'POST /api/tasks/claim',
  tool: 'claim_task',
  adds: true,
  rare: ['minutes'],
  brief: {
    action: 'Default claim.',
    task: 'WEB-42. Left out: the best.',
  },
  access: claimsTasks,
  input: z.object({
    action: z
      .enum(['claim', 'renew', 'release'])
      .default('claim')
      .describe('claim takes a task; renew keeps yours, before the lease runs out; release gives it back.'),
    task: taskRef
      .optional()
      .describe('The task: its number (WEB-42) or its id. Without it: the best that is ready.'),
    project: projectRef.optional().describe('Only tasks of this project: its slug, key or id.'),
    claim: claimField,
    minutes: z.int().min(1).max(240).default(15).describe('How long the lease lasts from now on.'),
  }),
  output: z.object({
    task: Task.nullable().describe('The task, now yours; null if there is nothing to claim.'),
    claim: z
      .int()
      .nullable()
      .describe('The number of your claim: send it as "claim" with whatever you write to the task.'),
    why: z.string().describe('Why this task; or why there is none, and what to do then.'),
    unblocks: z
      .array(ItemName)
      .describe('The tasks that can be begun once this one is complete, at most 20.'),
    retryAt: z.iso
      .datetime()
      .nullable()
      .describe('When there is nothing: the time at which the next lease runs out.'),
  }),
}).run(async (ctx, { action, task, claim, minutes, ...asked }) => {
  const project =
    asked.project === undefined ? undefined : await findProject(ctx.db, ctx, asked.project, false)
  if (action !== 'claim') {
    if (task === undefined) rejectField('task', `Name the task that you want to ${action}.`)
    if (action === 'release') return release(ctx, task, claim)
    if (claim === undefined)
      rejectField('claim', 'Send the number of your claim, as you got it with the task.')
    const { task: renewed, until } = await renewClaim(ctx, { task, claim, minutes })
    return {
      ...nothingMore,
      task: renewed,
      claim,
      why: `${renewed.key} is yours until ${until}.`,
    }
  }
  if (claim !== undefined)
    rejectField('claim', 'A new claim has no number yet. To keep your task, say "renew".')
  if (task !== undefined) return claimNamed(ctx, { task, project, minutes })
  if (project) requireOpen(project)
  const taken = await claimBestTask(ctx, { project: project?.id, minutes })
  if (!taken)
    return { ...nothingMore, task: null, claim: null, ...(await explainNoReadyTask(ctx, project?.id)) }
  return answerOf(ctx, taken, false)
})

const nothingMore = { unblocks: [], retryAt: null }

function requireOpen(project: SeenProject): void {
  requireRight(project, 'edit')
  if (project.archived_at) reject('project_archived', { project: project.slug })
}

async function claimNamed(
  ctx: Context & InOrganization,
  { task: ref, project, minutes }: { task: string; project: SeenProject | undefined; minutes: number },
) {
  const held = {
    ...ctx,
    ...(await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task: ref })),
  }
  if (project && project.id !== held.project.id) reject('not_found', { kind: 'task', ref })
  requireOpen(held.project)
  await requireReady(held)
  return answerOf(ctx, await claimNamedTask(ctx, { id: held.task.id, minutes }), true)
}

/**
 * A task that was asked for by name may be in progress already, if it is the caller's own or nobody's. Whoever holds it
 * may claim it again: an agent that starts anew, and whatever was left of it before has the older number.
 */
async function requireReady(ctx: Context & OnTask): Promise<void> {
  const { task, caller } = ctx
  if (task.lease_until !== null && !isHolder(task, caller) && (await isHeldNow(ctx))) rejectClaimed(task)
  if (task.status !== 'todo' && task.status !== 'in_progress')
    refuseNotReady(ctx, `it is ${spoken(task.status)}. Set it to todo first`)
  if (task.open_blockers > 0) {
    const { blockers, named } = await blockersOf(ctx, task.id)
    refuseNotReady(ctx, `it is blocked by ${named}. Complete these first`, { blockers })
  }
  const assigneeId = task.assignee_user_id ?? task.assignee_agent_id
  const own = assigneeId === null || assigneeId === (caller.agent?.id ?? caller.user.id)
  if (!own && task.lease_until === null)
    refuseNotReady(ctx, `it is assigned to ${quoteName(task.assignee_name)}. Assign it to yourself first`)
}

function refuseNotReady({ task }: OnTask, reason: string, members: Record<string, unknown> = {}): never {
  reject('task_not_ready', { task: task.key, reason }, { taskStatus: task.status, ...members })
}

async function answerOf(ctx: Context & InOrganization, taken: TakenTask, named: boolean) {
  const { before, claim_number: claim, lease_until: until } = taken
  const changed = Object.entries(differences(before, takenFields(taken)))
  const from = before.claimed_by
  ctx.record({
    type: 'task.claimed',
    ...concerning(taskKind, taken as never),
    version: taken.version,
    changes: Object.fromEntries(changed.map(([name, change]) => [toCamelCase(name), change])),
    data: { claim, until, ...(from && { from: { kind: from.kind, id: from.id, name: from.name } }) },
  })
  const unblocks = taken.blocking > 0 ? await waitingOnlyFor(ctx, taken.id) : []
  const task = taskFromRow(taken, taken.right, ctx.caller)
  return { task, claim, why: whyThis(taken, named), unblocks, retryAt: null }
}

function takenFields({ status, assignee_user_id, assignee_agent_id }: TakenTask) {
  return { status, assignee_user_id, assignee_agent_id }
}

async function release(ctx: Context & InOrganization, ref: string, claim: number | undefined) {
  const held = {
    ...ctx,
    ...(await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task: ref })),
  }
  // Without a number too, only its holder gives it back here.
  requireClaim(held, claim ?? held.task.claim_number)
  const { task } = await changeTask(held, { status: 'todo' }, { releases: true })
  return { ...nothingMore, task, claim: null, why: `${task.key} can be claimed by anybody now.` }
}
