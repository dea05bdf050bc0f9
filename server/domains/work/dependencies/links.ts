import type { Queries } from '../../../database/connect.ts'
import { concerning, expectVersion } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import type { AccessRule } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { rejectField } from '../../../errors/errors.ts'
import type { EventType } from '../../../database/events.ts'
import { visibleProjects } from '../../projects/access.ts'
import { isItem } from '../items/visible-item.ts'
import type { OnTask } from '../tasks/access.ts'
import type { Status } from '../tasks/states.ts'
import { taskKind } from '../tasks/task.ts'
import type { TaskRow } from '../tasks/tables.ts'
import { type BlockedTask, recountBlockers } from './blockers.ts'
import { rejectCycle } from './cycle.ts'
import { type LinkKind, edgeOf, fromOtherSide } from './dependency.ts'

/**
 * Wraps a rule so that links are changed one at a time per organization: two concurrent links can close a cycle
 * together. Takes this lock before any task lock, which rules out a deadlock between the two.
 */
export function linking<Input extends { task: string }>(
  rule: AccessRule<Input, OnTask>,
  changesLinks: (input: Input) => boolean,
): AccessRule<Input, OnTask> {
  return {
    ...rule,
    async check(context, input) {
      const { caller, db, hold } = context
      if (hold && changesLinks(input) && caller.kind !== 'anonymous' && caller.organization)
        await lockLinks(db, caller.organization.id)
      return rule.check(context, input)
    },
  }
}

export async function lockLinks(db: Queries, organizationId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('links ' || ${organizationId}::text, 0))`)
}

/** The requested link, and the input field to name in errors. */
export interface LinkRequest {
  kind: LinkKind
  other: string
  field: string
}

/** The columns of a task that the journal entry of a link needs. */
export type JournaledTask = Pick<TaskRow, 'id' | 'organization_id' | 'project_id' | 'key' | 'version'>

export interface LinkedTask extends JournaledTask {
  title: string
  status: Status
  project: string
}

/** Links a task to another one. Does nothing if the link exists. */
export async function addLink(ctx: Context & OnTask, { kind, other: ref, field }: LinkRequest) {
  expectVersion(ctx, ctx.task.version)
  const other = await findOther(ctx, ref, field, { inTrash: false })
  if (other.id === ctx.task.id) rejectField(field, 'A task cannot be linked to itself.')
  const edge = edgeOf(kind, ctx.task.id, other.id)
  const added = await ctx.db.run(
    sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by) values (${edge.task_id}, ${edge.other_id}, ${ctx.organization.id}, ${edge.kind}, ${JSON.stringify(actorOf(ctx.caller))})
     on conflict do nothing returning 1`,
  )
  if (added.length === 0) return { other, added: false }
  if (edge.kind === 'blocks') {
    await rejectCycle(ctx, edge)
    await ctx.db.run(sql`update tasks set blocking = blocking + 1 where id = ${edge.task_id}`)
    await recountBlockers(ctx, [edge.other_id])
  }
  recordLink(ctx, 'task.linked', ctx.task, kind, other)
  return { other, added: true }
}

/** Removes a link, also to a task in the trash, and returns the tasks that became unblocked. */
export async function removeLink(ctx: Context & OnTask, { kind, other: ref, field }: LinkRequest) {
  expectVersion(ctx, ctx.task.version)
  const other = await findOther(ctx, ref, field, { inTrash: true })
  const edge = edgeOf(kind, ctx.task.id, other.id)
  const removed = await ctx.db.run(
    sql`delete from dependencies where task_id = ${edge.task_id} and other_id = ${edge.other_id} and kind = ${edge.kind} returning 1`,
  )
  if (removed.length === 0) return { removed: false, unblocked: [] }
  let unblocked: BlockedTask[] = []
  if (edge.kind === 'blocks') {
    await ctx.db.run(sql`update tasks set blocking = blocking - 1 where id = ${edge.task_id}`)
    unblocked = await recountBlockers(ctx, [edge.other_id])
  }
  recordLink(ctx, 'task.unlinked', ctx.task, kind, other)
  return { removed: true, unblocked }
}

/**
 * Finds the other task, if the caller can see it. Locks the task and its project, so that a transaction that closes or
 * deletes them has either ended or will see the link.
 */
async function findOther(
  ctx: Context & OnTask,
  ref: string,
  field: string,
  { inTrash }: { inTrash: boolean },
): Promise<LinkedTask> {
  const { where } = visibleProjects(ctx)
  const [other] = await ctx.db.run<LinkedTask>(
    sql`select t.id, t.organization_id, t.project_id, t.key, t.version, t.title, t.status, p.slug as project
       from tasks t join projects p on p.id = t.project_id
      where ${where} and p.deleted_at is null and ${isItem('t', ctx, ref)}
        ${inTrash ? sql.empty : sql`and t.deleted_at is null`}
      for no key update of t for key share of p`,
  )
  return other ?? rejectField(field, `Task "${ref}" doesn't exist, or you can't see it.`)
}

/**
 * Records the change on both tasks, each with its own side of the relation. Versions do not change, because a link is
 * not a field of either task. A task of another project appears by id only: not every reader can see that project.
 */
export function recordLink(
  ctx: Context,
  type: EventType,
  task: JournaledTask,
  kind: LinkKind,
  other: JournaledTask,
): void {
  const sides = [
    [task, kind, other],
    [other, fromOtherSide[kind], task],
  ] as const
  for (const [of, relation, to] of sides)
    ctx.record({
      type,
      ...concerning(taskKind, of as TaskRow),
      version: of.version,
      data: { kind: relation, task: { id: to.id, key: to.project_id === of.project_id ? to.key : null } },
    })
}
