import { type Sql, sql } from '../../database/sql.ts'
import { hasLiveSubject, itemKinds } from '../work/items/item-kinds.ts'
import type { IndexedKind } from './kinds.ts'

/** The indexed columns of an item, read from its own table. */
export interface SourceRow {
  id: string
  organization_id: string | null
  project_id: string | null
  owner_id: string | null
  team_id: string | null
  agent_id: string | null
  session_id: string | null
  published: boolean
  key: string | null
  title: string
  body: string
  tags: string[]
  importance: number
  created_at: string
  updated_at: string
}

type Columns = Partial<Record<keyof SourceRow, string>> & { title: string; body: string; from: string }

/**
 * Builds SQL for the rows of a kind that are neither deleted nor expired. It is used to update the index, and again to
 * check hits, because the index lags behind. Items of a deleted project stay in the index, hidden by the project
 * filter, so that a restored project is searchable immediately.
 */
function source({ from, title, body, ...overrides }: Columns): Sql {
  const columns: Record<keyof SourceRow, string> = {
    id: 't.id',
    organization_id: 't.organization_id',
    project_id: 'null::uuid',
    owner_id: 'null::uuid',
    team_id: 'null::uuid',
    agent_id: 'null::uuid',
    session_id: 'null::uuid',
    published: 'false',
    key: 'null::text',
    title,
    body,
    tags: `'{}'::text[]`,
    importance: '0.5::real',
    created_at: 't.created_at',
    updated_at: 't.updated_at',
    ...overrides,
  }
  const selected = Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`)
  return sql.raw(`select ${selected.join(', ')} from ${from}`)
}

const text = (...parts: string[]) =>
  `concat_ws(E'\\n\\n', ${parts.map((part) => `nullif(${part}, '')`).join(', ')})`
const list = (document: string, line: string) =>
  `(select string_agg(${line}, E'\\n') from jsonb_array_elements(${document}) as item)`

const item = (kind: keyof typeof itemKinds, more: Partial<Columns> = {}) =>
  source({
    from: `${itemKinds[kind].table} t where t.deleted_at is null`,
    title: 't.title',
    body: 't.description',
    project_id: 't.project_id',
    key: 't.key',
    ...more,
  })

export const sources: Record<IndexedKind, Sql> = {
  project: source({
    from: 'projects t where t.deleted_at is null',
    title: 't.name',
    body: 't.description',
    project_id: 't.id',
    key: 't.slug',
    published: `t.visibility = 'public'`,
  }),
  epic: item('epic', { tags: 't.labels' }),
  story: item('story', { tags: 't.labels' }),
  task: item('task', { tags: 't.labels', body: text('t.description', 't.completion_notes') }),
  feature: item('feature'),
  comment: source({
    from: `comments t where t.deleted_at is null and ${hasLiveSubject('t').text}`,
    title: 't.subject_key',
    body: 't.body',
    project_id: 't.project_id',
    key: 't.subject_key',
  }),
  note: source({
    from: 'notes t where t.deleted_at is null',
    title: 't.title',
    body: 't.content',
    project_id: 't.project_id',
    tags: 't.tags',
    owner_id: 'case when t.project_id is null then t.owner_id end',
    key: 't.public_slug',
    published: 't.published_at is not null and t.public_slug is not null',
  }),
  decision: source({
    from: 'decisions t where t.deleted_at is null',
    title: 't.title',
    project_id: 't.project_id',
    key: 't.key',
    tags: 't.tags',
    body: text(
      't.context',
      't.rationale',
      't.outcome',
      list('t.alternatives', `concat_ws(': ', item ->> 'title', item ->> 'reason')`),
      `(select string_agg(r.body, E'\\n\\n' order by r.id) from remarks r where r.decision_id = t.id)`,
    ),
  }),
  spec: source({
    from: 'specs t where t.deleted_at is null',
    title: 't.title',
    body: 't.content',
    project_id: 't.project_id',
    key: 't.key',
  }),
  // A public skill has no organization here, because it is searchable in every organization.
  skill: source({
    from: 'skills t where t.deleted_at is null',
    title: 't.name',
    body: text('t.description', 't.content'),
    tags: 't.tags',
    organization_id: `case when t.scope <> 'public' then t.organization_id end`,
    owner_id: `case when t.scope = 'personal' then t.owner_id end`,
    team_id: `case when t.scope = 'team' then t.team_id end`,
    key: `case when t.scope = 'public' then coalesce(t.public_slug, t.slug) else t.slug end`,
    published: `t.scope = 'public'`,
  }),
  agent: source({
    from: 'agents t where t.deleted_at is null',
    title: 't.name',
    body: text('t.role', 't.instructions'),
    published: 't.public_slug is not null',
  }),
  session: source({
    from: 'sessions t where t.deleted_at is null',
    title: 't.title',
    project_id: 't.project_id',
    agent_id: 't.agent_id',
    owner_id: 'case when t.project_id is null then t.user_id end',
    // Excludes what the session learned, which is indexed as memory.
    body: text('t.context', 't.summary', list('t.goals', `item ->> 'text'`)),
  }),
  memory: source({
    from: `memories t where t.deleted_at is null and (t.expires_at is null or t.expires_at > now()) and not exists (
      select 1 from sessions s where s.id = t.session_id and s.deleted_at is not null)`,
    title: `''`,
    body: 't.content',
    project_id: 't.project_id',
    tags: 't.tags',
    agent_id: 't.agent_id',
    session_id: 't.session_id',
    importance: 't.importance',
    owner_id: 'case when t.project_id is null and t.agent_id is null then t.owner_id end',
  }),
  // Includes scheduled ones: nothing updates the index when they become public. The public search checks the time.
  page: source({
    from: `articles t where t.kind = 'page' and t.state = 'published' and t.deleted_at is null`,
    organization_id: 'null::uuid',
    title: 't.title',
    body: text('t.summary', 't.content'),
    key: 't.slug',
    published: 'true',
  }),
  post: source({
    from: `articles t where t.kind = 'post' and t.state = 'published' and t.deleted_at is null`,
    organization_id: 'null::uuid',
    title: 't.title',
    body: text('t.summary', 't.content'),
    key: 't.slug',
    published: 'true',
  }),
  // The handbook has no table. Its index entries come from files.
  doc: source({
    from: `search_entries t where t.subject_kind = 'doc' and t.part = 0`,
    id: 't.subject_id',
    title: 't.title',
    body: 't.body',
    key: 't.key',
    published: 't.published',
  }),
}
