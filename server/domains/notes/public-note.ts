import { z } from 'zod'

/*
 * What everybody sees of a published note, without a credential. Nothing gets here by being added elsewhere: each field is
 * named. Its links are not followed: what they lead to may be nobody's business.
 */
const shown = {
  slug: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  author: z.string().describe('The name of who wrote it first.'),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

export const PublicNote = z
  .object({ ...shown, content: z.string().describe('Markdown.') })
  .meta({ id: 'PublicNote' })

export const ListedPublicNote = z
  .object({ ...shown, excerpt: z.string().describe('How it begins, without marks.') })
  .meta({ id: 'ListedPublicNote' })

export interface PublicNoteRow {
  public_slug: string
  title: string
  tags: string[]
  owner_name: string
  published_at: string
  updated_at: string
}

export const publicColumns =
  'n.public_slug, n.title, n.tags, o.name as owner_name, n.published_at, n.updated_at'

/**
 * Published notes `n` with their owner `o` and project `p`. What is in the trash, or in a project that is, is shown to
 * nobody; of those who left, were suspended or erased, neither is what was theirs alone.
 */
export const fromPublicNotes = `notes n join users o on o.id = n.owner_id left join projects p on p.id = n.project_id`
export const isPublic = `n.published_at is not null and n.deleted_at is null
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
