import { sql } from '../../../database/sql.ts'
import { z } from 'zod'

/*
 * Published notes are readable without a credential. Every public field is listed here, so that a new field elsewhere
 * stays private. Links are not resolved, because their targets may be private.
 */
const publicFields = {
  slug: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  author: z.string().describe('Name of the user who created it.'),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const PublicNote = z
  .object({ ...publicFields, content: z.string().describe('Markdown.') })
  .meta({ id: 'PublicNote' })

export const ListedPublicNote = z
  .object({ ...publicFields, excerpt: z.string().describe('Start of the text without Markdown syntax.') })
  .meta({ id: 'ListedPublicNote' })

export interface PublicNoteRow {
  public_slug: string
  title: string
  tags: string[]
  owner_name: string
  published_at: string
  updated_at: string
}

export const publicColumns = sql`n.public_slug, n.title, n.tags, o.name as owner_name, n.published_at, n.updated_at`

/** Joins notes `n` with their owner `o` and project `p`. Use it with `isPublic`. */
export const fromPublicNotes = sql`notes n join users o on o.id = n.owner_id left join projects p on p.id = n.project_id`
/**
 * Excludes notes in the trash or in a deleted project. Also excludes private notes of owners who left the organization,
 * or were suspended or erased.
 */
export const isPublic = sql`n.published_at is not null and n.deleted_at is null
        and case when n.project_id is not null then p.deleted_at is null
            else o.suspended_at is null and o.erased_at is null and exists (
              select 1 from memberships m where m.organization_id = n.organization_id and m.user_id = n.owner_id) end`

export function publicNoteFromRow(row: PublicNoteRow) {
  return {
    slug: row.public_slug,
    title: row.title,
    tags: row.tags,
    author: row.owner_name,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  }
}
