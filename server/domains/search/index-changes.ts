import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../database/follow-journal.ts'
import type { JournalRow } from '../../database/journal.ts'
import { type SearchEntryInput, forgetEntries, indexEntries } from './entries.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { type SourceRow, sources } from './sources.ts'

/**
 * Takes the index along with the journal. What is indexed is what each thing is like now, whatever the journal says of
 * it, so it may be done twice, and begun again at any place.
 */
export const indexChanges: Follower = {
  name: 'search',
  begins: 'at the beginning',
  take: async (rows, db) => indexSubjects(db, await concerned(db, rows)),
}

/** Memory is written to the index by those who store it. */
export function isIndexed({ subject_kind: kind }: JournalRow): boolean {
  return kind !== 'memory' && (kind === 'sandbox' || searchKinds.includes(kind as SearchKind))
}

type Subjects = Map<SearchKind, Set<string>>

/** What the rows are about, each once, and what else has changed with it. */
async function concerned(db: Queries, rows: JournalRow[]): Promise<Subjects> {
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
