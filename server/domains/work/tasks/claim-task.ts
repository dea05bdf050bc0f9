import { z } from 'zod'
import { concerning, differences } from '../../../operations/rows.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { quoteName, reject, rejectField } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { toCamelCase } from '../../../platform/names.ts'
import { blockersOf, waitingOnlyFor } from '../dependencies/blockers.ts'
import { ItemName } from '../items/item-name.ts'
import { type SeenProject, findProject, requireRight } from '../../projects/access.ts'
import { projectRef } from '../../projects/project.ts'
import { type OnTask, onTask } from './access.ts'
import { changeTask } from './change-task.ts'
import { claimField, isHolder } from './claim.ts'
import { Handover, handoverOf } from './handover.ts'
import { isHeldNow, rejectClaimed, requireClaim, statusLabel } from './require-claim.ts'
import { explainNoReadyTask } from './explain-no-ready-task.ts'
import { type ClaimedTask, claimAnyTask, claimNamedTask, claimUnlockedTask } from './ready-tasks.ts'
import { renewClaim } from './renew-claim.ts'
import { showTask } from './show-tasks.ts'
import { Task, taskKind, taskRef } from './task.ts'
import { explainChosenTask } from './explain-chosen-task.ts'

const claimsTasks: AccessRule<unknown, InOrganization> = {
  name: 'claimsTasks',
  sentence: 'Anyone in the organization, for tasks of projects that they can edit.',
  open: false,
  leastRole: 'guest',
  check: ({ caller, reads }) => requireOrganization(caller, reads, 'guest'),
}

const ClaimResult = z.object({
  task: Task.nullable().describe('The claimed task; null if no task is ready.'),
  claim: z.int().nullable().describe('Your claim number. Send it as "claim" with every write to the task.'),
  why: z.string().describe('Why this task was chosen; or why none is ready, and what to do.'),
  unblocks: z.array(ItemName).describe('Tasks that become ready once this one is complete. At most 20.'),
  handover: Handover.nullable().describe(
    'Notes for the next worker: completion notes of finished blockers, comments, specs and decisions.',
  ),
  retryAt: z.iso
    .datetime()
    .nullable()
    .describe('When no task is ready: the time at which the next lease expires.'),
})

export const claimTask = operation({
  id: 'tasks.claim',
  summary:
    'Claim the best ready task, or a named one, under an exclusive lease; or renew or release a claim.',
  http: 'POST /api/tasks/claim',
  tool: {
    name: 'claim_task',
    brief: {
      action: 'Default: claim.',
      task: 'Key. Default: the best ready task.',
      minutes: 'Lease: default 15, at most 240.',
    },
    returns: { task: ['object', 'null'], claim: ['integer', 'null'] },
  },
  adds: true,
  access: claimsTasks,
  input: z.object({
    action: z
      .enum(['claim', 'renew', 'release'])
      .default('claim')
      .describe('"claim" (default) starts a claim, "renew" extends your lease, "release" ends your claim.'),
    task: taskRef.optional().describe('Task number (WEB-42) or id. Defaults to the best ready task.'),
    project: projectRef.optional().describe('Only tasks of this project: its slug, key or id.'),
    claim: claimField,
    minutes: z
      .int()
      .min(1)
      .max(240)
      .default(15)
      .describe('Lease length in minutes from now. Default 15, maximum 240.'),
  }),
  output: ClaimResult,
}).run(async (ctx, { action, task, claim, minutes, project }) => {
  if (action !== 'claim') {
    if (project !== undefined) await findProject(ctx.db, ctx, project, false)
    if (task === undefined) rejectField('task', `Pass "task": the task to ${action}.`)
    if (action === 'release') return release(ctx, task, claim)
    if (claim === undefined)
      rejectField('claim', 'Pass "claim": the claim number that claim_task returned with the task.')
    const { task: renewed, until } = await renewClaim(ctx, { task, claim, minutes })
    return {
      ...emptyResult,
      task: renewed,
      claim,
      why: `${renewed.key} is yours until ${until}.`,
    }
  }
  if (claim !== undefined)
    rejectField('claim', 'A new claim has no number yet. To extend your lease, pass "action": "renew".')
  if (task !== undefined) return claimNamed(ctx, { task, project, minutes })
  const claimed = await claimUnlockedTask(ctx, { project, minutes })
  return claimed ? claimResult(ctx, claimed, false) : claimRemaining(ctx, { project, minutes })
})

/** Claims a task that the first attempt didn't find: its project has only the name passed, or its row was locked. */
async function claimRemaining(
  ctx: Context & InOrganization,
  { project: ref, minutes }: { project: string | undefined; minutes: number },
) {
  const project = ref === undefined ? undefined : await findProject(ctx.db, ctx, ref, false)
  if (project) requireClaimable(project)
  const wanted = { project: project?.id, minutes }
  const isFoundByName =
    project && ![project.id, project.slug, project.key.toLowerCase()].includes(ref!.toLowerCase())
  const unlocked = isFoundByName ? await claimUnlockedTask(ctx, wanted) : undefined
  const claimed = unlocked ?? (await claimAnyTask(ctx, wanted))
  if (claimed) return claimResult(ctx, claimed, false)
  return { ...emptyResult, task: null, claim: null, ...(await explainNoReadyTask(ctx, project?.id)) }
}

const emptyResult = { unblocks: [], handover: null, retryAt: null }

function requireClaimable(project: SeenProject): void {
  requireRight(project, 'edit')
  if (project.archived_at) reject('project_archived', { project: project.slug })
}

async function claimNamed(
  ctx: Context & InOrganization,
  { task: ref, project: projectRef, minutes }: { task: string; project: string | undefined; minutes: number },
) {
  const project = projectRef === undefined ? undefined : await findProject(ctx.db, ctx, projectRef, false)
  const locked = {
    ...ctx,
    ...(await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task: ref })),
  }
  if (project && project.id !== locked.project.id) reject('not_found', { kind: 'task', ref })
  requireClaimable(locked.project)
  await requireReady(locked)
  return claimResult(ctx, await claimNamedTask(ctx, { id: locked.task.id, minutes }), true)
}

/**
 * Rejects a named task that can't be claimed. A task in progress qualifies if it is unassigned or the caller's own. Its
 * holder can claim it again, for example after a restart; the new number then rejects writes of the old process.
 */
async function requireReady(ctx: Context & OnTask): Promise<void> {
  const { task, caller } = ctx
  if (task.lease_until !== null && !isHolder(task, caller) && (await isHeldNow(ctx))) rejectClaimed(task)
  if (task.status !== 'todo' && task.status !== 'in_progress')
    rejectNotReady(ctx, `it is ${statusLabel(task.status)}. Set it to todo first`)
  if (task.open_blockers > 0) {
    const { blockers, named } = await blockersOf(ctx, task.id)
    rejectNotReady(ctx, `it is blocked by ${named}. Complete these first`, { blockers })
  }
  const assigneeId = task.assignee_user_id ?? task.assignee_agent_id
  const isOwn = assigneeId === null || assigneeId === (caller.agent?.id ?? caller.user.id)
  if (!isOwn && task.lease_until === null)
    rejectNotReady(ctx, `it is assigned to ${quoteName(task.assignee_name)}. Assign it to yourself first`)
}

function rejectNotReady({ task }: OnTask, reason: string, members: Record<string, unknown> = {}): never {
  reject('task_not_ready', { task: task.key, reason }, { taskStatus: task.status, ...members })
}

async function claimResult(ctx: Context & InOrganization, claimed: ClaimedTask, isNamed: boolean) {
  const { before, claim_number: claim, lease_until: until } = claimed
  const changed = Object.entries(differences(before, claimedFields(claimed)))
  const from = before.claimed_by
  ctx.record({
    type: 'task.claimed',
    ...concerning(taskKind, claimed as never),
    version: claimed.version,
    changes: Object.fromEntries(changed.map(([name, change]) => [toCamelCase(name), change])),
    data: { claim, until, ...(from && { from: { kind: from.kind, id: from.id, name: from.name } }) },
  })
  const result: z.output<typeof ClaimResult> = {
    ...emptyResult,
    task: await showTask(ctx, claimed, claimed.right),
    claim,
    why: explainChosenTask(claimed, isNamed),
  }
  ctx.readLast(async (db) => {
    ;[result.unblocks, result.handover] = await Promise.all([
      claimed.blocking > 0 ? waitingOnlyFor({ ...ctx, db }, claimed.id) : [],
      handoverOf({ ...ctx, db }, claimed),
    ])
  })
  return result
}

function claimedFields({ status, assignee_user_id, assignee_agent_id }: ClaimedTask) {
  return { status, assignee_user_id, assignee_agent_id }
}

async function release(ctx: Context & InOrganization, ref: string, claim: number | undefined) {
  const locked = {
    ...ctx,
    ...(await onTask('edit').check({ ...ctx, reads: false, hold: true }, { task: ref })),
  }
  // Even without a claim number, only the holder can release here.
  requireClaim(locked, claim ?? locked.task.claim_number)
  const { task } = await changeTask(locked, { status: 'todo' }, { releases: true })
  return { ...emptyResult, task, claim: null, why: `${task.key} is free to claim now.` }
}
