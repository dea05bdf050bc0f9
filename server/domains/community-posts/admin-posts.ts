import { z } from 'zod'
import type { Queries } from '../../database/connect.ts'
import { type ListOrder, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { type Sql, sql } from '../../database/sql.ts'
import { platformAdmin } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { expectVersion, updateRow } from '../../operations/rows.ts'
import { isUser } from '../membership/find-person.ts'
import { anyPost } from './access.ts'
import { aboutPost, journaledChanges, postEntry, textChanges } from './change-post.ts'
import {
  AdminCommunityPost,
  type CommunityPostRow,
  DeletedPost,
  adminPostFromRow,
  bodyField,
  fromPosts,
  postColumns,
  postRef,
  titleField,
} from './community-post.ts'

type AdminPost = z.output<typeof AdminCommunityPost>

const openReports = sql`coalesce(c.open_reports, 0)`
const reportsFirst: ListOrder = {
  sort: 'reports',
  id: 'p.id',
  column: 'coalesce(c.open_reports, 0)',
  type: 'integer',
  descending: true,
}
const adminColumns = sql`${postColumns}, ${openReports} as open_reports, coalesce(c.all_reports, 0) as all_reports`
const fromCountedPosts = sql`${fromPosts} left join (
    select post_id, count(*)::int as all_reports, (count(*) filter (where resolved_at is null))::int as open_reports
      from community_reports group by post_id) c on c.post_id = p.id`

export const listAllCommunityPosts = operation({
  id: 'communityPosts.listAll',
  summary: 'List all posts of the community with their reports, the most reported ones first.',
  http: 'GET /api/admin/community/posts',
  shows: ['community_post', 'notification', 'user'],
  access: platformAdmin,
  input: z.object({
    reported: z.boolean().optional().describe('Whether the posts have open reports. Default: all.'),
    hidden: z.boolean().optional().describe('Whether the posts are hidden. Default: all.'),
    pinned: z.boolean().optional().describe('Whether the posts are pinned. Default: all.'),
    author: z.string().trim().min(1).max(100).optional().describe('Username or id of the author.'),
    search: z.string().trim().min(1).max(200).optional().describe('Words in the title or the text.'),
    ...pageInput,
  }),
  output: pageOf(AdminCommunityPost),
}).run(async ({ db }, { reported, hidden, pinned, author, search, ...page }) => {
  const conditions = [sql`true`]
  if (reported !== undefined) conditions.push(sql`(${openReports} > 0) = ${reported}`)
  if (hidden !== undefined) conditions.push(sql`p.hidden = ${hidden}`)
  if (pinned !== undefined) conditions.push(sql`p.pinned = ${pinned}`)
  if (author !== undefined) conditions.push(isUser(author))
  if (search !== undefined)
    conditions.push(sql`position(lower(${search}) in lower(p.title || ' ' || p.body)) > 0`)
  const { items, nextCursor } = await readPage(
    db,
    page,
    reportsFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${adminColumns}, ${openReports} as sort_value from ${fromCountedPosts}
        where ${sql.join(conditions, ' and ')} and ${after} ${orderAndLimit}`,
    adminPostFromRow,
  )
  return { items: await withReports(db, items), nextCursor }
})

const reason = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .optional()
  .describe('Reason that the author reads. At most 500 characters.')

export const updateAnyCommunityPost = operation({
  id: 'communityPosts.updateAny',
  summary:
    'Edit, pin or hide a post, or dismiss its reports. Notifies the author of an edit or a new visibility.',
  http: 'PATCH /api/admin/community/posts/:post',
  access: anyPost,
  input: z.object({
    post: postRef,
    title: titleField.optional(),
    body: bodyField.optional(),
    pinned: z.boolean().optional().describe('Whether to list it before the others.'),
    hidden: z
      .boolean()
      .optional()
      .describe('Whether to hide it from everyone but its author. Hiding resolves its open reports.'),
    reason,
    dismissReports: z.boolean().default(false).describe('Whether to resolve its open reports.'),
  }),
  output: AdminCommunityPost,
}).run(async (ctx, { title, body, pinned, hidden, reason: given, dismissReports }) => {
  const { db, post } = ctx
  const set: Partial<CommunityPostRow> = {
    ...textChanges(post, { title, body }, 'administrator'),
    ...(pinned !== undefined && { pinned }),
    ...(hidden !== undefined && { hidden, hidden_reason: hidden ? (given ?? post.hidden_reason) : null }),
  }
  const { after, changes } = await updateRow<CommunityPostRow>(ctx, { table: 'community_posts' }, post, set)
  // Keeps the old and the new text, so that the author can see how their words were changed.
  if (changes)
    ctx.record(
      postEntry('community_post.updated', post, {
        version: after.version,
        changes: journaledChanges(changes),
        data: moderation(after.title, given),
      }),
    )
  if (dismissReports || hidden) await resolveReports(ctx, post.id)
  return readAdminPost(db, post.id)
})

export const deleteAnyCommunityPost = operation({
  id: 'communityPosts.deleteAny',
  summary: 'Delete a post and its reports permanently. Notifies the author.',
  http: 'DELETE /api/admin/community/posts/:post',
  access: anyPost,
  destructive: true,
  input: z.object({ post: postRef, reason }),
  output: DeletedPost,
}).run(async (ctx, { reason: given }) => {
  const { db, post } = ctx
  expectVersion(ctx, post.version)
  await db.run(sql`delete from community_posts where id = ${post.id}`)
  ctx.record(postEntry('community_post.deleted', post, { data: moderation(post.title, given) }))
  return { id: post.id, deleted: true as const }
})

/** Returns the data of an administrator's action, from which the notification of the author is written. */
function moderation(title: string, given: string | undefined) {
  return { byAdministrator: true, title, ...(given !== undefined && { reason: given }) }
}

/** Resolves the open reports of a post. The event is private to no one, so that the author doesn't learn of them. */
async function resolveReports({ db, record }: Context, postId: string): Promise<void> {
  const resolved = await db.run(
    sql`update community_reports set resolved_at = now() where post_id = ${postId} and resolved_at is null returning id`,
  )
  if (resolved.length > 0)
    record({ type: 'community_post.reviewed', ...aboutPost(postId), data: { reports: resolved.length } })
}

async function readAdminPost(db: Queries, id: string): Promise<AdminPost> {
  const rows = await db.run<Parameters<typeof adminPostFromRow>[0]>(
    sql`select ${adminColumns} from ${fromCountedPosts} where p.id = ${id}`,
  )
  const [post] = await withReports(db, rows.map(adminPostFromRow))
  return post!
}

/** Adds the newest open reports to the posts. */
async function withReports(db: Queries, posts: Omit<AdminPost, 'reports'>[]): Promise<AdminPost[]> {
  const rows = await db.run<AdminPost['reports'][number] & { postId: string }>(newestReports(posts))
  const reports = Map.groupBy(rows, ({ postId }) => postId)
  return posts.map((post) => ({
    ...post,
    reports: (reports.get(post.id) ?? []).map(({ postId: _, ...report }) => report),
  }))
}

function newestReports(posts: { id: string }[]): Sql {
  return sql`select r.post_id as "postId", r.id, r.reason, r.created_at as "createdAt",
        json_build_object('id', u.id, 'name', u.name, 'username', u.username) as reporter
      from unnest(${posts.map(({ id }) => id)}::uuid[]) as p (id)
        cross join lateral (select * from community_reports
          where post_id = p.id and resolved_at is null order by id desc limit 10) r
        join users u on u.id = r.reporter_id
      order by r.id desc`
}
