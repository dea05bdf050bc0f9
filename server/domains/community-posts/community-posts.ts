import { z } from 'zod'
import { type ListOrder, pageInput, pageOf, readPage } from '../../database/pages.ts'
import { sql } from '../../database/sql.ts'
import { rejectOverLimit } from '../../errors/errors.ts'
import type { App } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { expectVersion, updateRow } from '../../operations/rows.ts'
import { newId } from '../../platform/ids.ts'
import { isUser } from '../membership/find-person.ts'
import { inCommunity, ownPost, readablePost, requireCommunity } from './access.ts'
import { journaledChanges, postEntry, textChanges } from './change-post.ts'
import {
  CommunityPost,
  type CommunityPostRow,
  DeletedPost,
  ListedCommunityPost,
  bodyField,
  fromPosts,
  listedPostColumns,
  listedPostFromRow,
  postRef,
  readableBy,
  reportedBy,
  rereadPost,
  titleField,
} from './community-post.ts'

/** The events after which a read returns something else. The user's name is part of a post. */
const shows = ['community_post', 'notification', 'user'] as const

/** Rejects the call if posts are off. For `prepare`, which runs before the transaction of a write. */
const prepareWrite = async ({ app }: { app: App }) => {
  requireCommunity(app)
  return {}
}

export const createCommunityPost = operation({
  id: 'communityPosts.create',
  summary: 'Write a post that everyone with an account on this instance can read.',
  http: 'POST /api/community/posts',
  access: inCommunity,
  created: true,
  input: z.object({ title: titleField, body: bodyField }),
  output: CommunityPost,
  // Counts before the transaction, so that parallel requests can't exceed the limit.
  async prepare({ app, user }) {
    requireCommunity(app)
    const limit = app.settings.get('limits.community_posts')
    rejectOverLimit(await app.rateLimits.countExactly(`community posts of ${user.id}`, limit, 3_600_000))
    return {}
  },
}).run(async (ctx, { title, body }) => {
  const id = newId()
  await ctx.db.run(
    sql`insert into community_posts (id, author_id, title, body) values (${id}, ${ctx.user.id}, ${title}, ${body})`,
  )
  ctx.record(postEntry('community_post.created', { id, author_id: ctx.user.id }, { version: 1 }))
  return rereadPost(ctx.db, id, ctx.user.id)
})

const pinnedFirst: ListOrder = {
  sort: 'pinned',
  id: 'p.id',
  column: 'p.pinned::integer',
  type: 'integer',
  descending: true,
}

export const listCommunityPosts = operation({
  id: 'communityPosts.list',
  summary: 'List the posts of the community, pinned ones first, then the newest.',
  http: 'GET /api/community/posts',
  shows,
  access: inCommunity,
  input: z.object({
    author: z.string().trim().min(1).max(100).optional().describe('Username or id of the author.'),
    ...pageInput,
  }),
  output: pageOf(ListedCommunityPost),
}).run(async ({ app, db, user }, { author, ...page }) => {
  requireCommunity(app)
  const isWritten = author === undefined ? sql`true` : isUser(author)
  return readPage(
    db,
    page,
    pinnedFirst,
    ({ after, orderAndLimit }) =>
      sql`select ${listedPostColumns}, ${reportedBy(user.id)}, p.pinned::integer as sort_value from ${fromPosts}
        where ${readableBy(user.id)} and ${isWritten} and ${after} ${orderAndLimit}`,
    listedPostFromRow,
  )
})

export const getCommunityPost = operation({
  id: 'communityPosts.get',
  summary: 'Get a post of the community.',
  http: 'GET /api/community/posts/:post',
  shows,
  access: readablePost,
  input: z.object({ post: postRef }),
  output: CommunityPost,
}).run(({ app, db, user, post }) => {
  requireCommunity(app)
  return rereadPost(db, post.id, user.id)
})

export const updateCommunityPost = operation({
  id: 'communityPosts.update',
  summary: 'Edit your own post. Readers see when it was edited.',
  http: 'PATCH /api/community/posts/:post',
  access: ownPost,
  input: z.object({ post: postRef, title: titleField.optional(), body: bodyField.optional() }),
  output: CommunityPost,
  prepare: prepareWrite,
}).run(async (ctx, text) => {
  const { db, user, post } = ctx
  const set = textChanges(post, text, 'author')
  const { after, changes } = await updateRow<CommunityPostRow>(ctx, { table: 'community_posts' }, post, set)
  // The text stays out of the journal, so that a deletion removes it.
  if (changes)
    ctx.record(
      postEntry('community_post.updated', post, {
        version: after.version,
        changes: journaledChanges(changes, 'title', 'body'),
      }),
    )
  return rereadPost(db, post.id, user.id)
})

export const deleteCommunityPost = operation({
  id: 'communityPosts.delete',
  summary: 'Delete your own post permanently.',
  http: 'DELETE /api/community/posts/:post',
  access: ownPost,
  destructive: true,
  input: z.object({ post: postRef }),
  output: DeletedPost,
  prepare: prepareWrite,
}).run(async (ctx) => {
  const { db, post } = ctx
  expectVersion(ctx, post.version)
  await db.run(sql`delete from community_posts where id = ${post.id}`)
  ctx.record(postEntry('community_post.deleted', post))
  return { id: post.id, deleted: true as const }
})
