import type { Queries } from '../../../database/connect.ts'
import type { Actor } from '../../../operations/caller.ts'
import type { Status } from '../../tasks/states.ts'
import {
  type Doer,
  type Replay,
  type TaskEvent,
  type TaskFields,
  type WorkEvent,
  startReplay,
  replay,
} from './replay.ts'

/** A moment of the database: its time, and which transactions were done then. */
export interface Now {
  at: string
  snapshot: string
}

export async function readNow(db: Queries): Promise<Now> {
  const [row] = await db.run<Now>('select now() as at, pg_current_snapshot()::text as snapshot')
  return row!
}

/**
 * Replays the journal of some projects, one project after the other, so that only one is in memory. It is read in short
 * stretches, because a long statement would keep everybody else from the embedded database. What is committed meanwhile
 * is left out by the snapshot: all stretches together show one moment. A project without work is not told.
 */
export async function* readHistories(
  db: Queries,
  projects: string[],
  { snapshot }: Now,
  windowStart: number,
  rowsAtOnce = 1000,
): AsyncGenerator<{ project: string; known: Replay }> {
  let reading: { project: string; known: Replay } | undefined
  let after: Place | undefined = { project_id: '00000000-0000-0000-0000-000000000000', xid: '0', seq: '0' }
  while (after) {
    const { project_id, xid, seq }: Place = after
    const rows: WorkRow[] = await db.run(nextStretch, [projects, project_id, xid, seq, snapshot, rowsAtOnce])
    for (const row of rows) {
      const event = eventFromRow(row)
      if (!event) continue
      if (row.project_id !== reading?.project) {
        if (reading) yield reading
        reading = { project: row.project_id, known: startReplay(windowStart) }
      }
      replay(reading.known, event)
    }
    after = rows.at(-1)
  }
  if (reading) yield reading
}

interface Place {
  project_id: string
  xid: string
  seq: string
}

/** Where a value may be null, it is JSON as text: 'null' says that it became null, and null that it did not change. */
interface WorkRow extends Place {
  at: string
  subject_id: string
  deed: TaskEvent['deed'] | 'project' | null
  status: Status | null
  estimate: string | null
  assignee: string | null
  assignee_user: string | null
  assignee_agent: string | null
  deleted: string | null
  actor: Actor | null
}

/** In the order of the index journal_of_project. Of what does not count only the last row is told: where to go on. */
export const nextStretch = `
  select project_id, xid::text, seq::text, at, subject_id, deed,
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
                  when subject_kind = 'project' and changes ? 'deletedAt' then 'project' end as deed
        from (
          select project_id, xid, seq, at, subject_kind, subject_id, type, actor, changes, data from journal
           where project_id = any($1) and (project_id, xid, seq) > ($2::uuid, $3::text::xid8, $4::bigint)
             and pg_visible_in_snapshot(xid, $5::text::pg_snapshot)
           order by journal.project_id, journal.xid, journal.seq limit $6) stretch) looked_at
   where deed is not null or is_last
   order by looked_at.project_id, looked_at.xid, looked_at.seq`

function eventFromRow(row: WorkRow): WorkEvent | undefined {
  const at = Date.parse(row.at)
  if (row.deed === null) return undefined
  if (row.deed === 'project') return { kind: 'project', at, deleted: row.deleted !== 'null' }
  return { kind: 'task', task: row.subject_id, at, deed: row.deed, set: fieldsOf(row), by: doerOf(row.actor) }
}

function fieldsOf(row: WorkRow): Partial<TaskFields> {
  if (row.deed === 'purged') return { deleted: true }
  const set: Partial<TaskFields> = {}
  if (row.status !== null) set.status = row.status
  if (row.estimate !== null) set.estimate = JSON.parse(row.estimate) as number | null
  // From a person to an agent both change, and only one of them to somebody.
  const assignees = [row.assignee, row.assignee_user, row.assignee_agent].filter((told) => told !== null)
  const somebody = assignees.find((told) => told !== 'null')
  if (assignees.length > 0) set.assignee = somebody ? (JSON.parse(somebody) as string) : null
  if (row.deleted !== null) set.deleted = row.deleted !== 'null'
  return set
}

/** What the system does is nobody's work. */
function doerOf(actor: Actor | null): Doer | null {
  return actor?.id ? { id: actor.id, onBehalfOf: actor.onBehalfOf?.id ?? null } : null
}
