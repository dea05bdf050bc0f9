import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import type { Rows } from '../../database/row-types.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { Named } from '../../operations/actor.ts'
import { reference } from '../../operations/reference.ts'
import { excerptLength, excerptOf } from '../knowledge/notes/text.ts'

const fields = {
  id: z.uuid(),
  title: z.string(),
  author: Named,
  pinned: z.boolean().describe('Whether it is listed before the others.'),
  hidden: z.boolean().describe('Whether an administrator hid it. Then only its author can read it.'),
  hiddenReason: z.string().nullable().describe('Reason why it is hidden.'),
  reported: z.boolean().describe('Whether you reported it.'),
  editedAt: z.iso.datetime().nullable(),
  editedBy: z.enum(['author', 'administrator']).nullable().describe('Last editor of the title or the text.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
}
const body = z.string().describe('Text in Markdown.')

export const CommunityPost = z.object({ ...fields, body }).meta({ id: 'CommunityPost' })

/** A post in a list. */
export const ListedCommunityPost = z
  .object({ ...fields, excerpt: z.string().describe('Start of the text, without Markdown syntax.') })
  .meta({ id: 'ListedCommunityPost' })

const CommunityReport = z.object({
  id: z.uuid(),
  reason: z.string(),
  reporter: Named.extend({ username: z.string() }),
  createdAt: z.iso.datetime(),
})

/** A post as administrators see it. */
export const AdminCommunityPost = z
  .object({
    ...z.object({ ...fields, body }).omit({ reported: true }).shape,
    author: Named.extend({
      username: z.string(),
      suspended: z
        .boolean()
        .describe('Whether the author is suspended. Then only administrators see the post.'),
    }),
    openReports: z.int().describe('Number of reports that no administrator has handled.'),
    allReports: z.int().describe('Number of all reports.'),
    reports: z.array(CommunityReport).describe('The 10 newest open reports.'),
  })
  .meta({ id: 'AdminCommunityPost' })

export type CommunityPostRow = Rows['community_posts']

/** A post with the joined columns that `CommunityPost` needs. */
export interface PostWithNames extends CommunityPostRow {
  author_name: string
  author_username: string
  author_suspended: boolean
}

/** The select list of `PostWithNames`, in `fromPosts`. Lists need only the start of the text. */
export const postColumns = columnsWith(sql`p.body`)
export const listedPostColumns = columnsWith(sql`left(p.body, ${sql.raw(excerptLength)})`)
export const fromPosts = sql`community_posts p join users u on u.id = p.author_id`

function columnsWith(text: Sql): Sql {
  return sql`p.id, p.author_id, p.title, ${text} as body, p.pinned, p.hidden, p.hidden_reason, p.edited_at, p.edited_by,
    p.version, p.created_at, p.updated_at, u.name as author_name, u.username as author_username,
    u.suspended_at is not null as author_suspended`
}

/** Whether the user reported the post `p`. */
export function reportedBy(userId: string): Sql {
  return sql`exists (select 1 from community_reports r where r.post_id = p.id and r.reporter_id = ${userId}) as reported`
}

/** Posts that the user can read: their own, and those of others unless the post is hidden or its author suspended. */
export function readableBy(userId: string): Sql {
  return sql`(p.author_id = ${userId} or not p.hidden and u.suspended_at is null)`
}

type Reported = PostWithNames & { reported: boolean }

export function postFromRow(row: Reported): z.output<typeof CommunityPost> {
  return { ...fieldsOf(row), reported: row.reported, body: row.body }
}

export function listedPostFromRow(row: Reported): z.output<typeof ListedCommunityPost> {
  return { ...fieldsOf(row), reported: row.reported, excerpt: excerptOf(row.title, row.body) }
}

type Counted = PostWithNames & { open_reports: number; all_reports: number }

/** Returns the post without its reports, which are read for a whole page of posts. */
export function adminPostFromRow(row: Counted): Omit<z.output<typeof AdminCommunityPost>, 'reports'> {
  const { author_username: username, author_suspended: suspended } = row
  const { author, ...rest } = fieldsOf(row)
  return {
    ...rest,
    author: { ...author, username, suspended },
    body: row.body,
    openReports: row.open_reports,
    allReports: row.all_reports,
  }
}

function fieldsOf(row: PostWithNames) {
  return {
    id: row.id,
    title: row.title,
    author: { id: row.author_id, name: row.author_name },
    pinned: row.pinned,
    hidden: row.hidden,
    hiddenReason: row.hidden_reason,
    editedAt: row.edited_at,
    editedBy: row.edited_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}

/** Reads a post after a change, as the user sees it. */
export async function rereadPost(db: Queries, id: string, userId: string) {
  const [row] = await db.run<Reported>(
    sql`select ${postColumns}, ${reportedBy(userId)} from ${fromPosts} where p.id = ${id}`,
  )
  return postFromRow(row!)
}

export const postRef = reference('communityPost', 'Id of the post.')
export const titleField = z.string().trim().min(1).max(200).describe('Title. One line.')
export const bodyField = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .describe('Text in Markdown. At most 20,000 characters.')
export const DeletedPost = z.object({ id: z.uuid(), deleted: z.literal(true) })
