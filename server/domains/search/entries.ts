import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import { languageOf } from '../../platform/text-language.ts'
import type { Embedded } from './embed.ts'
import type { IndexedKind } from './kinds.ts'
import { partsOf } from './parts.ts'

/** A searchable item with its access columns: see the table `search_entries`. */
export interface SearchEntryInput {
  kind: IndexedKind
  id: string
  organizationId: string | null
  projectId?: string | null
  ownerId?: string | null
  teamId?: string | null
  agentId?: string | null
  sessionId?: string | null
  published?: boolean
  key?: string | null
  title?: string
  body: string
  tags?: string[]
  /** From 0 to 1. Ranks entries that match equally well. */
  importance?: number
  createdAt: string
  updatedAt: string
  /** The vector, if known. Otherwise the keeper adds it soon. Only for a text with a single part. */
  embedded?: Embedded | undefined
}

/**
 * Inserts or updates entries, in two statements. With `areNew`, one statement is enough. An entry with unchanged text
 * keeps its vector.
 */
export async function indexEntries(
  db: Queries,
  entries: SearchEntryInput[],
  { areNew = false } = {},
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.flatMap((entry) => {
    const parts = partsOf(entry.body)
    return parts.map((body, part) => rowOf(entry, body, part, parts.length === 1))
  })
  await db.run(
    sql`insert into search_entries as e (${columns})
     select ${columns} from jsonb_populate_recordset(null::search_entries, ${JSON.stringify(rows)}::jsonb)
     on conflict (subject_id, part) do update set
       ${updates}`,
  )
  if (areNew) return
  const lengths = entries.map(({ id }) => rows.filter((row) => row.subject_id === id).length)
  await db.run(
    sql`delete from search_entries e using unnest(${entries.map(({ id }) => id)}::uuid[], ${lengths}::smallint[]) as kept(subject_id, parts)
      where e.subject_id = kept.subject_id and e.part >= kept.parts`,
  )
}

const sameText = 'excluded.model is null and (e.title, e.body) = (excluded.title, excluded.body)'
const updatedColumns = [
  'subject_kind',
  'organization_id',
  'project_id',
  'owner_id',
  'team_id',
  'agent_id',
  'session_id',
  'published',
  'key',
  'title',
  'body',
  'tags',
  'importance',
  'language',
  'created_at',
  'updated_at',
]
const columns = sql.raw(['subject_id', 'part', ...updatedColumns, 'model', 'embedding'].join(', '))
const updates = sql.raw(
  [
    ...updatedColumns.map((name) => `${name} = excluded.${name}`),
    ...['model', 'embedding'].map(
      (name) => `${name} = case when ${sameText} then e.${name} else excluded.${name} end`,
    ),
  ].join(', '),
)

function rowOf(entry: SearchEntryInput, body: string, part: number, isSinglePart: boolean) {
  const embedded = isSinglePart ? entry.embedded : undefined
  return {
    subject_id: entry.id,
    part,
    subject_kind: entry.kind,
    organization_id: entry.organizationId,
    project_id: entry.projectId ?? null,
    owner_id: entry.ownerId ?? null,
    team_id: entry.teamId ?? null,
    agent_id: entry.agentId ?? null,
    session_id: entry.sessionId ?? null,
    published: entry.published ?? false,
    key: entry.key ?? null,
    title: entry.title ?? '',
    body,
    tags: entry.tags ?? [],
    importance: entry.importance ?? 0.5,
    language: languageOf(`${entry.title ?? ''} ${body}`),
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    model: embedded?.model ?? null,
    embedding: embedded ? vectorLiteral(embedded.vector) : null,
  }
}

/** Removes all parts of a subject from the index. */
export async function forgetEntry(db: Queries, subjectId: string): Promise<void> {
  await forgetEntries(db, [subjectId])
}

export async function forgetEntries(db: Queries, subjectIds: string[]): Promise<void> {
  if (subjectIds.length > 0)
    await db.run(sql`delete from search_entries where subject_id = any(${subjectIds}::uuid[])`)
}
