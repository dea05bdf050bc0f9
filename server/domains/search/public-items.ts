import { type Sql, sql } from '../../database/sql.ts'
import { isPublicArticle } from '../content/article.ts'
import { fromPublicNotes, isPublic } from '../knowledge/notes/public-note.ts'

/** Kinds of public items. */
export const publicKinds = ['page', 'post', 'note', 'skill', 'agent', 'project', 'doc', 'person'] as const
export type PublicKind = (typeof publicKinds)[number]

/** SQL for the currently public items of each kind with their page. Excludes items of suspended and erased users. */
export const publicItems: Record<Exclude<PublicKind, 'person'>, Sql> = {
  page: sql`select a.id, '/pages/' || a.slug as url from articles a where a.kind = 'page' and ${isPublicArticle}`,
  post: sql`select a.id, '/blog/' || a.slug as url from articles a where a.kind = 'post' and ${isPublicArticle}`,
  note: sql`select n.id, '/public/notes/' || n.public_slug as url from ${fromPublicNotes} where ${isPublic}`,
  skill: sql`select s.id, '/public/skills/' || s.public_slug as url from skills s
      where s.scope = 'public' and s.public_slug is not null and s.deleted_at is null`,
  agent: sql`select a.id, '/public/agents/' || a.public_slug as url from agents a
      where a.public_slug is not null and a.deleted_at is null`,
  project: sql`select p.id, '/public/' || u.username || '/' || p.slug as url
       from projects p join users u on u.id = p.created_by
      where p.visibility = 'public' and p.deleted_at is null and u.suspended_at is null and u.erased_at is null`,
  doc: sql`select t.subject_id as id, '/docs/' || t.key as url from search_entries t
      where t.subject_kind = 'doc' and t.part = 0`,
}
