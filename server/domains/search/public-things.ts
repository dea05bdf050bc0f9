import type { Queries } from '../../database/connect.ts'
import type { Fused } from './fuse.ts'

/** What can be shown to everybody. */
export const publicKinds = ['note', 'skill', 'agent', 'project', 'doc', 'person'] as const
export type PublicKind = (typeof publicKinds)[number]

/**
 * SQL for where each is read that is shown to everybody at this moment. Whoever is suspended or erased shows nothing that
 * is theirs alone.
 */
const shown: Record<Exclude<PublicKind, 'person'>, string> = {
  note: `select n.id, '/api/notes/public/' || n.public_slug as url
       from notes n join users u on u.id = n.owner_id left join projects p on p.id = n.project_id
      where n.published_at is not null and n.public_slug is not null and n.deleted_at is null
        and case when n.project_id is not null then p.deleted_at is null
            else u.suspended_at is null and u.erased_at is null and exists (
              select 1 from memberships m where m.organization_id = n.organization_id and m.user_id = n.owner_id) end`,
  skill: `select s.id, '/api/skills/public/' || coalesce(s.public_slug, s.slug) as url from skills s
      where s.deleted_at is null and (s.organization_id is null or s.scope = 'public' and s.public_slug is not null)`,
  agent: `select a.id, '/api/agents/public/' || a.public_slug as url from agents a
      where a.deleted_at is null and a.public_slug is not null`,
  project: `select p.id, '/api/public/projects/' || u.username || '/' || p.slug as url
       from projects p join users u on u.id = p.created_by
      where p.visibility = 'public' and p.deleted_at is null and u.suspended_at is null and u.erased_at is null`,
  doc: `select t.subject_id as id, '/api/docs/' || t.key as url from search_entries t
      where t.subject_kind = 'doc' and t.part = 0`,
}

export interface Shown extends Omit<Fused, 'kind'> {
  kind: PublicKind
  title: string
  body: string
  url: string
  updatedAt: string
}

/** Of what the index found, what is shown to everybody at this moment. */
export async function shownToEverybody(db: Queries, found: Fused[], limit: number): Promise<Shown[]> {
  const all: Shown[] = []
  for (let at = 0; at < found.length && all.length < limit; at += limit)
    all.push(...(await lookAgain(db, found.slice(at, at + limit))))
  return all.slice(0, limit)
}

async function lookAgain(db: Queries, found: Fused[]): Promise<Shown[]> {
  const ofKind = Object.entries(shown).map(
    ([kind, sql]) => `when '${kind}' then (select t.url from (${sql}) as t where t.id = i.subject_id)`,
  )
  const rows = await db.run<Omit<Shown, 'score' | 'why'>>(
    `select * from (
       select i.subject_kind as kind, i.subject_id as id, i.part, i.title, i.body, i.updated_at as "updatedAt",
              case i.subject_kind ${ofKind.join(' ')} end as url
         from unnest($1::uuid[], $2::smallint[]) as found(id, part)
         join search_entries i on i.subject_id = found.id and i.part = found.part) as entry
      where url is not null`,
    [found.map(({ id }) => id), found.map(({ part }) => part)],
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, score, why }) => {
    const row = there.get(id)
    return row ? [{ ...row, score, why }] : []
  })
}

/** People are found by their name, and only those who show a project to everybody: others have no public face. */
export async function findPublicPeople(db: Queries, text: string) {
  const people = await db.run<{
    id: string
    name: string
    username: string
    slug: string
    updated_at: string
  }>(
    `select distinct on (lower(u.name), u.id) u.id, u.name, u.username, u.updated_at, p.slug
       from projects p join users u on u.id = p.created_by
      where p.visibility = 'public' and p.deleted_at is null and u.suspended_at is null and u.erased_at is null
        and (lower(u.name) = lower($1) or u.username = lower($1) or lower(u.name) like lower($2) || ' %')
      order by lower(u.name), u.id, p.id desc limit 5`,
    [text, text.replace(/[\\%_]/g, '\\$&')],
  )
  return people.map(({ id, name, username, slug, updated_at }) => ({
    ...{ kind: 'person' as const, id, title: name, score: 1, updatedAt: updated_at },
    snippet: [{ text: `@${username}`, match: false }],
    url: `/api/public/projects/${username}/${slug}`,
  }))
}
