import type { Queries } from '../../database/connect.ts'
import type { Follower } from '../../operations/follow-journal.ts'
import type { JournalRow } from '../../database/journal.ts'
import { sql } from '../../database/sql.ts'
import { type SearchEntryInput, forgetEntries, indexEntries } from './entries.ts'
import { type IndexedKind, indexedKinds } from './kinds.ts'
import { type SourceRow, sources } from './sources.ts'

/**
 * Updates the index from the journal. It indexes the current state of each subject, not the event, so it is idempotent
 * and can restart at any position.
 */
export const indexChanges: Follower = {
  name: 'search',
  begins: 'at the beginning',
  take: async (rows, db) => indexSubjects(db, await collectSubjects(db, rows)),
}

/** Excludes memory, because storing memory writes the index itself. */
export function isIndexed({ subject_kind: kind }: JournalRow): boolean {
  return kind !== 'memory' && (kind === 'sandbox' || indexedKinds.includes(kind as IndexedKind))
}

type Subjects = Map<IndexedKind, Set<string>>

/** Returns the subjects of the rows without duplicates, and the subjects that depend on them. */
async function collectSubjects(db: Queries, rows: JournalRow[]): Promise<Subjects> {
  const subjects: Subjects = new Map(indexedKinds.map((kind) => [kind, new Set<string>()]))
  for (const { subject_kind, subject_id } of rows) subjects.get(subject_kind as IndexedKind)?.add(subject_id)
  // Comments are deleted and restored with their item.
  const items = (['epic', 'story', 'task', 'feature'] as const).flatMap((kind) => [...subjects.get(kind)!])
  if (items.length > 0) {
    const comments = await db.run<{ id: string }>(
      sql`select id from comments where subject_id = any(${items})`,
    )
    for (const { id } of comments) subjects.get('comment')!.add(id)
  }
  // A wipe moves the agents to the new sandbox.
  const sandboxes = rows.filter(({ subject_kind }) => subject_kind === 'sandbox').map((row) => row.subject_id)
  if (sandboxes.length > 0) {
    const agents = await db.run<{ id: string }>(
      sql`select id from agents where organization_id = any(${sandboxes})`,
    )
    for (const { id } of agents) subjects.get('agent')!.add(id)
  }
  return subjects
}

/** Updates the index entries of these subjects from their tables. */
export async function indexSubjects(db: Queries, subjects: Subjects): Promise<void> {
  for (const [kind, ids] of subjects) {
    if (ids.size === 0 || kind === 'doc') continue
    const idsToIndex = kind === 'memory' ? await missingFromIndex(db, [...ids]) : [...ids]
    const rows = await db.run<SourceRow>(
      sql`select * from (${sources[kind]}) as t where t.id = any(${idsToIndex})`,
    )
    await indexEntries(
      db,
      rows.map((row) => entryFrom(kind, row)),
    )
    const existing = new Set(rows.map(({ id }) => id))
    await forgetEntries(
      db,
      idsToIndex.filter((id) => !existing.has(id)),
    )
  }
}

/**
 * Returns memory entries that are missing in the index. Storing memory writes the index itself, so only a rebuild adds
 * them here. Updating existing entries could overwrite a newer version.
 */
async function missingFromIndex(db: Queries, ids: string[]): Promise<string[]> {
  const rows = await db.run<{ id: string }>(
    sql`select id from unnest(${ids}::uuid[]) as asked(id)
      where not exists (select 1 from search_entries e where e.subject_id = asked.id)`,
  )
  return rows.map(({ id }) => id)
}

export function entryFrom(kind: IndexedKind, row: SourceRow): SearchEntryInput {
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
