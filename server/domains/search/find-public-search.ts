import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { hasPublicProfile, profilePath } from '../auth/accounts/public-profile.ts'
import type { Fused } from './fuse.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { rejectField } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { candidatesWithin } from './hybrid.ts'
import { searchEntries } from './search-table.ts'
import { type IndexedKind, indexedKinds } from './kinds.ts'
import { type PublicKind, publicItems, publicKinds } from './public-items.ts'
import { pageOfFound, searchScopeInput, questionField, readQuestion } from './search-input.ts'
import { withConditions } from './scope.ts'
import { minSimilarity, rounded, similarityField } from './relevance.ts'
import { Snippet, snippetsOf } from './snippets.ts'

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

/** Finds users with a public profile by their username, or by the start of a word of a name that they show. */
async function findPublicPeople(db: Queries, text: string) {
  const start = `${text.replace(/[\\%_]/g, '\\$&')}%`
  const people = await db.run<{ id: string; title: string; username: string; updated_at: string }>(
    sql`select * from (
        select u.id, u.username, u.updated_at, case when 'name' = any(u.profile_shows) then u.name else u.username end as title
          from users u where ${hasPublicProfile}) as person
      where username = lower(${text}) or title ilike ${start} or title ilike '% ' || ${start}
      order by lower(title), id limit 5`,
  )
  return people.map(({ id, title, username, updated_at }) => ({
    kind: 'person' as const,
    id,
    title,
    similarity: 1,
    updatedAt: updated_at,
    snippet: [{ text: `@${username}`, match: false }],
    url: profilePath(username),
  }))
}

const maxRanked = 200

export const findPublicSearch = operation({
  id: 'search.findPublic',
  summary:
    'Search public content: pages, posts, published notes, public skills, agents, projects and profiles, handbook.',
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
  const kinds = indexedKinds.filter((kind): kind is IndexedKind =>
    (requestedKinds as readonly string[]).includes(kind),
  )
  // Public content is a small share of an instance, with its own index, so it isn't kept in memory.
  const scope = { where: withConditions(sql`e.published`, { ...question, kinds }), groups: [] }
  const found = await candidatesWithin({ app, db }, searchEntries, scope, {
    ...question,
    minSimilarity,
    limit: maxRanked,
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
