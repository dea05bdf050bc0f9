import type { Queries } from '../../database/connect.ts'
import { vectorLiteral } from '../../platform/embedder.ts'
import type { Embedded } from './embed.ts'
import type { SearchKind } from './kinds.ts'
import { partsOf } from './parts.ts'

/** What can be found, and who sees it: see the table `search_entries`. */
export interface SearchEntryInput {
  kind: SearchKind
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
  /** From 0 to 1: what decides between two that fit equally well. */
  importance?: number
  createdAt: string
  updatedAt: string
  /** Where it is at hand already. Without it the keeper sees to it soon. For a text of one part alone. */
  embedded?: Embedded | undefined
}

/**
 * Puts things into the index, or brings their entries up to date, in two statements; in one where none of them was there
 * before. What did not change keeps its vector.
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
    `insert into search_entries as e (${columns})
     select ${columns} from jsonb_populate_recordset(null::search_entries, $1::jsonb)
     on conflict (subject_id, part) do update set
       ${changing.map((name) => `${name} = excluded.${name}`).join(', ')},
       ${['model', 'embedding'].map((name) => `${name} = case when ${sameText} then e.${name} else excluded.${name} end`).join(', ')}`,
    [JSON.stringify(rows)],
  )
  if (areNew) return
  const lengths = entries.map(({ id }) => rows.filter((row) => row.subject_id === id).length)
  await db.run(
    `delete from search_entries e using unnest($1::uuid[], $2::smallint[]) as kept(subject_id, parts)
      where e.subject_id = kept.subject_id and e.part >= kept.parts`,
    [entries.map(({ id }) => id), lengths],
  )
}

const sameText = 'excluded.model is null and (e.title, e.body) = (excluded.title, excluded.body)'
const changing = [
  ...['subject_kind', 'organization_id', 'project_id', 'owner_id', 'team_id', 'agent_id', 'session_id'],
  ...['published', 'key', 'title', 'body', 'tags', 'importance', 'created_at', 'updated_at'],
]
const columns = ['subject_id', 'part', ...changing, 'model', 'embedding'].join(', ')

function rowOf(entry: SearchEntryInput, body: string, part: number, alone: boolean) {
  const embedded = alone ? entry.embedded : undefined
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
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    model: embedded?.model ?? null,
    embedding: embedded ? vectorLiteral(embedded.vector) : null,
  }
}

/** What the model is given to read of an entry. */
export function textToEmbed({ title, body }: { title: string; body: string }): string {
  return title ? `${title}\n${body}` : body
}

/** Takes a thing out of the index, with all its parts. */
export async function forgetEntry(db: Queries, subjectId: string): Promise<void> {
  await forgetEntries(db, [subjectId])
}

export async function forgetEntries(db: Queries, subjectIds: string[]): Promise<void> {
  if (subjectIds.length > 0)
    await db.run('delete from search_entries where subject_id = any($1::uuid[])', [subjectIds])
}
