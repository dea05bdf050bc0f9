import { databaseTime } from '../../../database/clock.ts'
import { sql } from '../../../database/sql.ts'
import { concerning, updateRow } from '../../../operations/rows.ts'
import type { App, Context } from '../../../operations/context.ts'
import { isOpen, recountBlocked } from '../../work/dependencies/blockers.ts'
import { claimEndColumns } from '../../work/tasks/require-claim.ts'
import type { TaskRow } from '../../work/tasks/tables.ts'
import { taskKind } from '../../work/tasks/task.ts'
import { bySystem, transactAs } from '../as-system.ts'

interface MovingRepo {
  id: string
  project_id: string
  name: string
  private_to: string | null
}

interface PullState {
  item_id: string
  number: number
  title: string
  url: string
  state: 'open' | 'draft' | 'closed' | 'merged'
}

const stateOfPull = sql`case when q.state = 'open' and q.draft then 'draft' else q.state end`

/**
 * Moves the tasks that pull requests mention, if the project wants it: an open one to in_review, a merged one to complete.
 * Each state of a pull request counts once, so a task that a person moved since stays where it is.
 */
export async function moveTasks(app: App, repo: MovingRepo): Promise<void> {
  const changed = await app.database.run<PullState & { moves: boolean }>(
    sql`select l.item_id, q.number, q.title, q.url, ${stateOfPull} as state,
        p.pull_requests_move_tasks and p.deleted_at is null and p.archived_at is null as moves
      from code_links l join pull_requests q on q.repo_id = l.repo_id and q.number::text = l.reference
        join projects p on p.id = l.project_id
      where l.repo_id = ${repo.id} and l.kind = 'pull_request' and l.item_kind = 'task'
        and l.handled_state is distinct from ${stateOfPull}
      order by q.changed_at, q.number`,
  )
  for (const pull of changed)
    await transactAs(app, bySystem, async (ctx) => {
      if (!(await claimState(ctx, repo, pull)) || !pull.moves) return
      await moveTask(ctx, repo, pull)
    })
}

/** Marks the state as handled. Returns false if another node did, or if the pull request has changed since. */
async function claimState({ db }: Context, repo: MovingRepo, pull: PullState): Promise<boolean> {
  const claimed = await db.run(
    sql`update code_links l set handled_state = ${pull.state} from pull_requests q
      where l.item_id = ${pull.item_id} and l.repo_id = ${repo.id} and l.kind = 'pull_request'
        and l.reference = ${String(pull.number)} and q.repo_id = l.repo_id and q.number = ${pull.number}
        and ${stateOfPull} = ${pull.state} and l.handled_state is distinct from ${pull.state}
      returning 1`,
  )
  return claimed.length > 0
}

async function moveTask(ctx: Context, repo: MovingRepo, pull: PullState): Promise<void> {
  const [task] = await ctx.db.run<TaskRow>(
    sql`select * from tasks where id = ${pull.item_id} and project_id = ${repo.project_id} and deleted_at is null for update`,
  )
  if (!task) return
  if (pull.state === 'open' && (task.status === 'todo' || task.status === 'in_progress'))
    return changeStatus(ctx, task, { status: 'in_review' }, repo, pull)
  const isFinished = task.status === 'complete' || task.status === 'cancelled'
  if (pull.state !== 'merged' || isFinished || (await hasOpenPull(ctx, task))) return
  const notes = task.completion_notes || `Merged with ${nameOf(repo, pull)}.`
  return changeStatus(ctx, task, { status: 'complete', completion_notes: notes }, repo, pull)
}

/** Returns whether another pull request for the task is still open, in any repository of the project. */
async function hasOpenPull({ db }: Context, { id }: TaskRow): Promise<boolean> {
  const [open] = await db.run(
    sql`select 1 from code_links l join repos r on r.id = l.repo_id and r.deleted_at is null
        join pull_requests q on q.repo_id = l.repo_id and q.number::text = l.reference and q.state = 'open'
      where l.item_id = ${id} and l.kind = 'pull_request' limit 1`,
  )
  return open !== undefined
}

async function changeStatus(
  ctx: Context,
  task: TaskRow,
  set: Partial<TaskRow>,
  repo: MovingRepo,
  pull: PullState,
): Promise<void> {
  const completes = set.status === 'complete'
  const columns = {
    ...set,
    // The change ends a claim: the work is handed over with the pull request.
    ...(claimEndColumns(task, set) as Partial<TaskRow>),
    ...(completes && { completed_at: databaseTime() }),
  }
  const { after, changes } = await updateRow<TaskRow>(ctx, taskKind, task, columns)
  const { claimedBy, claimedAt: _, leaseUntil: __, ...fields } = changes ?? {}
  ctx.record({
    type: completes ? 'task.completed' : 'task.updated',
    ...concerning(taskKind, after),
    version: after.version,
    changes: fields,
    data: {
      ...(claimedBy && { endedClaim: task.claim_number }),
      ...(repo.private_to === null && {
        pullRequest: { repo: repo.name, number: pull.number, title: pull.title, url: pull.url },
      }),
    },
  })
  if (isOpen(after) !== isOpen(task)) await recountBlocked(ctx, [after.id])
}

/** Names a pull request, unless some members of the project can't see its repository. */
function nameOf(repo: MovingRepo, { number, title }: PullState): string {
  return repo.private_to === null ? `pull request #${number} of ${repo.name}: ${title}` : 'its pull request'
}
