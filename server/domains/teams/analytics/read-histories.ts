import type { Queries } from '../../../database/connect.ts'
import type { Changes } from '../../../database/tables.ts'
import type { Actor } from '../../../operations/caller.ts'
import type { Status } from '../../tasks/states.ts'
import { type Doer, type Replay, type TaskFields, type WorkEvent, beginReplay, replay } from './replay.ts'

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
  rowsAtOnce = 2000,
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
        reading = { project: row.project_id, known: beginReplay(windowStart) }
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

interface WorkRow extends Place {
  at: string
  subject_kind: string
  subject_id: string
  type: string
  counts: boolean
  made_as: Status | null
  made_estimate: number | null
  made_for: string | null
  status: Changes[string] | null
  estimate: Changes[string] | null
  assignee_user: Changes[string] | null
  assignee_agent: Changes[string] | null
  deleted: Changes[string] | null
  actor: Actor | null
}

/** In the order of the index journal_of_project. Of what does not count only the last row is told: where to go on. */
export const nextStretch = `
  select project_id, xid::text, seq::text, at, subject_kind, subject_id, type, counts,
         data ->> 'status' as made_as, (data ->> 'estimate')::float8 as made_estimate, data ->> 'assignee' as made_for,
         changes -> 'status' as status, changes -> 'estimate' as estimate,
         changes -> 'assigneeUserId' as assignee_user, changes -> 'assigneeAgentId' as assignee_agent,
         changes -> 'deletedAt' as deleted,
         case when 'complete' in (data ->> 'status', changes -> 'status' ->> 'to') then actor end as actor
    from (
      select *, lead(seq) over (order by project_id, xid, seq) is null as is_last,
             case subject_kind
               when 'task' then type in ('task.created', 'task.purged') or coalesce(changes ?|
                 array['status', 'estimate', 'assigneeUserId', 'assigneeAgentId', 'deletedAt'], false)
               when 'project' then coalesce(changes ? 'deletedAt', false)
               else false end as counts
        from (
          select project_id, xid, seq, at, subject_kind, subject_id, type, actor, changes, data from journal
           where project_id = any($1) and (project_id, xid, seq) > ($2::uuid, $3::text::xid8, $4::bigint)
             and pg_visible_in_snapshot(xid, $5::text::pg_snapshot)
           order by journal.project_id, journal.xid, journal.seq limit $6) stretch) looked_at
   where counts or is_last
   order by looked_at.project_id, looked_at.xid, looked_at.seq`

function eventFromRow(row: WorkRow): WorkEvent | undefined {
  if (!row.counts) return undefined
  const at = Date.parse(row.at)
  if (row.subject_kind === 'project') return { kind: 'project', at, deleted: row.deleted!.to !== null }
  const task = { kind: 'task', task: row.subject_id, at, by: doerOf(row.actor) } as const
  if (row.type === 'task.created') return { ...task, deed: 'created', set: madeWith(row) }
  if (row.type === 'task.purged') return { ...task, deed: 'purged', set: { deleted: true } }
  return { ...task, deed: 'changed', set: changesIn(row) }
}

function madeWith({ made_as, made_estimate, made_for }: WorkRow): Partial<TaskFields> {
  return { ...(made_as && { status: made_as }), estimate: made_estimate, assignee: made_for }
}

function changesIn({ status, estimate, assignee_user, assignee_agent, deleted }: WorkRow) {
  const set: Partial<TaskFields> = {}
  if (status) set.status = status.to as Status
  if (estimate) set.estimate = estimate.to as number | null
  // From a person to an agent both change, and only one of them to somebody.
  if (assignee_user ?? assignee_agent)
    set.assignee = (assignee_user?.to ?? assignee_agent?.to ?? null) as string | null
  if (deleted) set.deleted = deleted.to !== null
  return set
}

/** What the system does is nobody's work. */
function doerOf(actor: Actor | null): Doer | null {
  return actor?.id ? { id: actor.id, onBehalfOf: actor.onBehalfOf?.id ?? null } : null
}
