import type { Queries } from '../../database/connect.ts'
import { type Position, beginning } from '../../database/journal.ts'
import type { App } from '../../operations/context.ts'
import { type SearchEntryInput, forgetEntries, indexEntries } from './entries.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { type SourceRow, sources } from './sources.ts'

// The embedded database does nothing else meanwhile, so the bites are small.
const rowsAtOnce = 200

/**
 * Takes the index one bite further along the journal. Answers whether there may be more. One node at a time does it: the
 * others find the place taken, and have nothing to do. What is indexed is what each thing is like now, whatever the
 * journal says of it, so it may be done twice, and begun again at any place.
 */
export function followJournal({ database, epoch }: Pick<App, 'database' | 'epoch'>): Promise<boolean> {
  return database.transaction(async (db) => {
    const [place] = await db.run<Position & { epoch: string | null }>(
      'select xid::text, seq::text, epoch from search_progress for update skip locked',
    )
    if (!place) return false
    // Places belong to the journal of one epoch. In another one it is read from its beginning.
    const after = place.epoch === epoch ? place : beginning
    const rows = await db.run<JournalSubject>(
      `select xid::text, seq::text, subject_kind, subject_id from journal
        where (xid, seq) > ($1::text::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by journal.xid, journal.seq limit $3`,
      [after.xid, after.seq, rowsAtOnce],
    )
    const last = rows.at(-1) ?? (place.epoch === epoch ? undefined : beginning)
    if (!last) return false
    await indexSubjects(db, await concerned(db, rows))
    await db.run('update search_progress set xid = $1::text::xid8, seq = $2, epoch = $3', [
      ...[last.xid, last.seq, epoch],
    ])
    return rows.length === rowsAtOnce
  })
}

interface JournalSubject extends Position {
  subject_kind: string
  subject_id: string
}

type Subjects = Map<SearchKind, Set<string>>

/** What the rows are about, each once, and what else has changed with it. */
async function concerned(db: Queries, rows: JournalSubject[]): Promise<Subjects> {
  const subjects: Subjects = new Map(searchKinds.map((kind) => [kind, new Set<string>()]))
  for (const { subject_kind, subject_id } of rows) subjects.get(subject_kind as SearchKind)?.add(subject_id)
  // What was said about an item goes and comes with it.
  const items = (['epic', 'story', 'task', 'feature'] as const).flatMap((kind) => [...subjects.get(kind)!])
  if (items.length > 0) {
    const comments = await db.run<{ id: string }>('select id from comments where subject_id = any($1)', [
      items,
    ])
    for (const { id } of comments) subjects.get('comment')!.add(id)
  }
  // The agents of a sandbox stay when it is emptied.
  const sandboxes = rows.filter(({ subject_kind }) => subject_kind === 'sandbox').map((row) => row.subject_id)
  if (sandboxes.length > 0) {
    const agents = await db.run<{ id: string }>('select id from agents where organization_id = any($1)', [
      sandboxes,
    ])
    for (const { id } of agents) subjects.get('agent')!.add(id)
  }
  return subjects
}

/** Brings what the index says of these things up to date with their own tables. */
export async function indexSubjects(db: Queries, subjects: Subjects): Promise<void> {
  for (const [kind, ids] of subjects) {
    if (ids.size === 0 || kind === 'doc') continue
    const wanted = kind === 'memory' ? await leftOutOfIndex(db, [...ids]) : [...ids]
    const rows = await db.run<SourceRow>(`select * from (${sources[kind]}) as t where t.id = any($1)`, [
      wanted,
    ])
    await indexEntries(
      db,
      rows.map((row) => entryFrom(kind, row)),
    )
    const there = new Set(rows.map(({ id }) => id))
    await forgetEntries(
      db,
      wanted.filter((id) => !there.has(id)),
    )
  }
}

/**
 * Memory is written to the index by those who store it. Here it is only added where the index is made anew, or it would
 * be overtaken by what was stored meanwhile.
 */
async function leftOutOfIndex(db: Queries, ids: string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    `select id from unnest($1::uuid[]) as asked(id)
      where not exists (select 1 from search_entries e where e.subject_id = asked.id)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

export function entryFrom(kind: SearchKind, row: SourceRow): SearchEntryInput {
  return {
    kind,
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    teamId: row.team_id,
    agentId: row.agent_id,
    sessionId: row.session_id,
    published: row.published,
    key: row.key,
    title: row.title,
    body: row.body,
    tags: row.tags,
    importance: row.importance,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Whether the index knows all that has happened. */
export async function hasCaughtUp({ database, epoch }: Pick<App, 'database' | 'epoch'>): Promise<boolean> {
  const [row] = await database.run<{ behind: boolean }>(
    `select s.epoch is distinct from $1 or exists (
       select 1 from journal j where (j.xid, j.seq) > (s.xid, s.seq)
          and j.xid < pg_snapshot_xmin(pg_current_snapshot())) as behind from search_progress s`,
    [epoch],
  )
  return !row!.behind
}
