import type { Queries } from '../../../database/connect.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { Actor } from '../../../database/actor.ts'
import type { Status } from '../../work/tasks/states.ts'
import {
  type Author,
  type Replay,
  type TaskEvent,
  type TaskFields,
  type WorkEvent,
  startReplay,
  replay,
} from './replay.ts'

/** The database time and the snapshot of the transactions that were committed by then. */
export interface Now {
  at: string
  snapshot: string
}

export async function readNow(db: Queries): Promise<Now> {
  const [row] = await db.run<Now>(sql`select now() as at, pg_current_snapshot()::text as snapshot`)
  return row!
}

/**
 * Replays the journal of the given projects one by one, so that only one project is in memory. Reads small batches,
 * because a long statement would block all other queries on the embedded database. The snapshot excludes rows committed
 * during the read, so all batches show the same moment. Yields nothing for a project without work.
 */
export async function* readHistories(
  db: Queries,
  projects: string[],
  { snapshot }: Now,
  windowStart: number,
  batchSize = 1000,
): AsyncGenerator<{ project: string; state: Replay }> {
  let reading: { project: string; state: Replay } | undefined
  let after: Position | undefined = { project_id: '00000000-0000-0000-0000-000000000000', xid: '0', seq: '0' }
  while (after) {
    const rows: WorkRow[] = await db.run(selectBatch(projects, after, snapshot, batchSize))
    for (const row of rows) {
      const event = eventFromRow(row)
      if (!event) continue
      if (row.project_id !== reading?.project) {
        if (reading) yield reading
        reading = { project: row.project_id, state: startReplay(windowStart) }
      }
      replay(reading.state, event)
    }
    after = rows.at(-1)
  }
  if (reading) yield reading
}

interface Position {
  project_id: string
  xid: string
  seq: string
}

/** A journal row. Nullable values are JSON text: 'null' means changed to null, null means not changed. */
interface WorkRow extends Position {
  at: string
  subject_id: string
  action: TaskEvent['action'] | 'project' | null
  status: Status | null
  estimate: string | null
  assignee: string | null
  assignee_user: string | null
  assignee_agent: string | null
  deleted: string | null
  actor: Actor | null
}

/** Reads in the order of the index journal_of_project. Skips irrelevant rows, except the last one as the cursor. */
export function selectBatch(projects: string[], after: Position, snapshot: string, limit: number): Sql {
  return sql`
  select project_id, xid::text, seq::text, at, subject_id, action,
         coalesce(data ->> 'status', changes -> 'status' ->> 'to') as status,
         coalesce(data -> 'estimate', changes -> 'estimate' -> 'to')::text as estimate,
         (data -> 'assignee')::text as assignee,
         (changes -> 'assigneeUserId' -> 'to')::text as assignee_user,
         (changes -> 'assigneeAgentId' -> 'to')::text as assignee_agent,
         (changes -> 'deletedAt' -> 'to')::text as deleted,
         case when 'complete' in (data ->> 'status', changes -> 'status' ->> 'to') then actor end as actor
    from (
      select *, lead(seq) over (order by project_id, xid, seq) is null as is_last,
             case when type = 'task.created' then 'created'
                  when type = 'task.purged' then 'purged'
                  when subject_kind = 'task' and changes ?|
                    array['status', 'estimate', 'assigneeUserId', 'assigneeAgentId', 'deletedAt'] then 'changed'
                  when subject_kind = 'project' and changes ? 'deletedAt' then 'project' end as action
        from (
          select project_id, xid, seq, at, subject_kind, subject_id, type, actor, changes, data from journal
           where project_id = any(${projects})
             and (project_id, xid, seq) > (${after.project_id}::uuid, ${after.xid}::text::xid8, ${after.seq}::bigint)
             and pg_visible_in_snapshot(xid, ${snapshot}::text::pg_snapshot)
           order by journal.project_id, journal.xid, journal.seq limit ${limit}) batch) marked
   where action is not null or is_last
   order by marked.project_id, marked.xid, marked.seq`
}

function eventFromRow(row: WorkRow): WorkEvent | undefined {
  const at = Date.parse(row.at)
  if (row.action === null) return undefined
  if (row.action === 'project') return { kind: 'project', at, deleted: row.deleted !== 'null' }
  return {
    kind: 'task',
    task: row.subject_id,
    at,
    action: row.action,
    set: fieldsOf(row),
    by: authorOf(row.actor),
  }
}

function fieldsOf(row: WorkRow): Partial<TaskFields> {
  if (row.action === 'purged') return { deleted: true }
  const set: Partial<TaskFields> = {}
  if (row.status !== null) set.status = row.status
  if (row.estimate !== null) set.estimate = JSON.parse(row.estimate) as number | null
  // A reassignment from a person to an agent sets one column and clears the other.
  const assignees = [row.assignee, row.assignee_user, row.assignee_agent].filter((value) => value !== null)
  const assignee = assignees.find((value) => value !== 'null')
  if (assignees.length > 0) set.assignee = assignee ? (JSON.parse(assignee) as string) : null
  if (row.deleted !== null) set.deleted = row.deleted !== 'null'
  return set
}

/** Returns null for the system, because its actions are not credited. */
function authorOf(actor: Actor | null): Author | null {
  return actor?.id ? { id: actor.id, onBehalfOf: actor.onBehalfOf?.id ?? null } : null
}
