import type { Queries } from '../../database/connect.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { fromPublicNotes, isPublic } from '../knowledge/notes/public-note.ts'
import type { Fused } from './fuse.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { candidatesWithin } from './hybrid.ts'
import { type SearchKind, searchKinds } from './kinds.ts'
import { pageOfFound, searchScopeInput, questionField, readQuestion } from './search-input.ts'
import { withConditions } from './scope.ts'
import { minSimilarity, rounded, similarityField } from './relevance.ts'
import { Snippet, snippetsOf } from './snippets.ts'

/** Kinds of public items. */
const publicKinds = ['note', 'skill', 'agent', 'project', 'doc', 'person'] as const
export type PublicKind = (typeof publicKinds)[number]

/** SQL for the currently public items of each kind with their page. Excludes items of suspended and erased users. */
const publicItems: Record<Exclude<PublicKind, 'person'>, Sql> = {
  note: sql`select n.id, '/public/notes/' || n.public_slug as url from ${fromPublicNotes} where ${isPublic}`,
  skill: sql`select s.id, '/public/skills/' || s.public_slug as url from skills s
      where s.scope = 'public' and s.deleted_at is null`,
  agent: sql`select a.id, '/public/agents/' || a.public_slug as url from agents a where a.deleted_at is null`,
  project: sql`select p.id, '/public/' || u.username || '/' || p.slug as url
       from projects p join users u on u.id = p.created_by
      where p.visibility = 'public' and p.deleted_at is null and u.suspended_at is null and u.erased_at is null`,
  doc: sql`select t.subject_id as id, '/docs/' || t.key as url from search_entries t
      where t.subject_kind = 'doc' and t.part = 0`,
}

export interface PublicHit extends Omit<Fused, 'kind'> {
  kind: PublicKind
  title: string
  body: string
  url: string
  updatedAt: string
}

/** Returns the first candidates that are currently public. */
async function firstPublic(db: Queries, found: Fused[], limit: number): Promise<PublicHit[]> {
  const all: PublicHit[] = []
  for (let at = 0; at < found.length && all.length < limit; at += limit)
    all.push(...(await loadPublic(db, found.slice(at, at + limit))))
  return all.slice(0, limit)
}

async function loadPublic(db: Queries, found: Fused[]): Promise<PublicHit[]> {
  const ofKind = Object.entries(publicItems).map(
    ([kind, items]) =>
      sql`when '${sql.raw(kind)}' then (select t.url from (${items}) as t where t.id = i.subject_id)`,
  )
  const rows = await db.run<Omit<PublicHit, 'similarity' | 'why'>>(
    sql`select * from (
       select i.subject_kind as kind, i.subject_id as id, i.part, i.title, i.body, i.updated_at as "updatedAt",
              case i.subject_kind ${sql.join(ofKind, ' ')} end as url
         from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ part }) => part)}::smallint[]) as found(id, part)
         join search_entries i on i.subject_id = found.id and i.part = found.part) as entry
      where url is not null`,
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, similarity, why }) => {
    const row = rowsById.get(id)
    return row ? [{ ...row, similarity, why }] : []
  })
}

/** Finds users by name. Only users with a public project have a public page. */
async function findPublicPeople(db: Queries, text: string) {
  const people = await db.run<{
    id: string
    name: string
    username: string
    slug: string
    updated_at: string
  }>(
    sql`select distinct on (lower(u.name), u.id) u.id, u.name, u.username, u.updated_at, p.slug
       from projects p join users u on u.id = p.created_by
      where p.visibility = 'public' and p.deleted_at is null and u.suspended_at is null and u.erased_at is null
        and (lower(u.name) = lower(${text}) or u.username = lower(${text}) or lower(u.name) like lower(${text.replace(/[\\%_]/g, '\\$&')}) || ' %')
      order by lower(u.name), u.id, p.id desc limit 5`,
  )
  return people.map(({ id, name, username, slug, updated_at }) => ({
    kind: 'person' as const,
    id,
    title: name,
    similarity: 1,
    updatedAt: updated_at,
    snippet: [{ text: `@${username}`, match: false }],
    url: `/public/${username}/${slug}`,
  }))
}

const maxRanked = 200

export const findPublicSearch = operation({
  id: 'search.findPublic',
  summary: 'Search public content: published notes, public skills, agents and projects, the handbook.',
  http: 'GET /api/search/public',
  access: anyone,
  input: z.object({
    q: questionField,
    kind: z
      .array(z.enum(publicKinds))
      .max(publicKinds.length)
      .optional()
      .describe('Kinds to search. Default: all.'),
    ...searchScopeInput,
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(publicKinds),
        id: z.uuid(),
        title: z.string(),
        snippet: Snippet,
        url: z.string().describe('Public page of the item.'),
        similarity: similarityField,
        updatedAt: z.iso.datetime(),
      }),
    ),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null at the end.'),
  }),
}).run(async ({ app, db }, input) => {
  const question = readQuestion(input.q)
  if (question.text === '') rejectField('q', 'Pass at least one word to search for, not only exclusions.')
  const requestedKinds = input.kind ?? publicKinds
  const kinds = searchKinds.filter((kind): kind is SearchKind =>
    (requestedKinds as readonly string[]).includes(kind),
  )
  const scope = withConditions(sql`e.published`, { ...question, kinds })
  const found = await candidatesWithin({ app, db }, scope, {
    ...question,
    minSimilarity,
    limit: maxRanked,
    // Public content is a small share of an instance, with its own index.
    many: false,
  })
  const people =
    requestedKinds.includes('person') && !input.cursor ? await findPublicPeople(db, question.text) : []
  const { shown, nextCursor } = await pageOfFound(found, input, (some, limit) => firstPublic(db, some, limit))
  const snippets = await snippetsOf(db, shown)
  const items = shown.map(({ kind, id, title, url, similarity, updatedAt }, index) => ({
    kind,
    id,
    title,
    url,
    updatedAt,
    snippet: snippets[index]!,
    similarity: rounded(similarity),
  }))
  return { items: [...people, ...items], nextCursor }
})
