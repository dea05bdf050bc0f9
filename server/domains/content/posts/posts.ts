import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { pageOf } from '../../../database/pages.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { operation } from '../../../operations/operation.ts'
import { drawImage } from '../../../operations/set-image.ts'
import {
  ListedPost,
  Post,
  categoryRef,
  changedPostFields,
  coverFrame,
  coverImage,
  deletedPostRef,
  listFields,
  listedPostFromRow,
  newPostFields,
  postFromRow,
  postRef,
} from '../article.ts'
import { pageOfArticles, requireArticle, showArticle } from '../read-articles.ts'
import { articleKinds, insertArticle, saveArticle, setArticleCover, writeArticle } from '../save-article.ts'

export const listPosts = operation({
  id: 'posts.list',
  summary: 'List the posts of the blog in every state, most recently changed first.',
  http: 'GET /api/admin/posts',
  shows: ['category', 'post', 'user'],
  access: platformAdmin,
  input: z.object({
    ...listFields,
    category: categoryRef.optional().describe('Only posts of this category: its slug or id.'),
  }),
  output: pageOf(ListedPost),
}).run((ctx, input) => pageOfArticles(ctx.db, 'post', input, listedPostFromRow))

export const createPost = operation({
  id: 'posts.create',
  summary: 'Create a post of the blog: a draft, scheduled or published.',
  http: 'POST /api/admin/posts',
  access: platformAdmin,
  created: true,
  input: z.object({ ...newPostFields }),
  output: Post,
}).run(async (ctx, input) => postFromRow(await insertArticle(ctx, 'post', input)))

export const getPost = operation({
  id: 'posts.get',
  summary: 'Show one post in any state, with its text.',
  http: 'GET /api/admin/posts/:post',
  shows: ['category', 'post', 'user'],
  access: platformAdmin,
  input: z.object({ post: postRef }),
  output: Post,
}).run(async (ctx, input) => {
  const { id } = await requireArticle(ctx.db, 'post', input.post)
  return postFromRow(await showArticle(ctx.db, id))
})

export const updatePost = operation({
  id: 'posts.update',
  summary: 'Change, schedule, publish or archive a post. A new text is saved as a revision.',
  http: 'PUT /api/admin/posts/:post',
  aliases: ['PATCH /api/admin/posts/:post'],
  access: platformAdmin,
  input: z.object({ post: postRef, ...changedPostFields }),
  output: Post,
}).run(async (ctx, { post: ref, ...change }) => {
  const before = await requireArticle(ctx.db, 'post', ref, { lock: true })
  return postFromRow(await saveArticle(ctx, before, change))
})

export const deletePost = operation({
  id: 'posts.delete',
  summary: 'Delete a post. It can be restored for 30 days.',
  http: 'DELETE /api/admin/posts/:post',
  access: platformAdmin,
  destructive: true,
  input: z.object({ post: postRef }),
  output: Deleted,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'post', input.post, { lock: true })
  const deletion = { deleted_at: databaseTime(), deleted_by: actorOf(ctx.caller) }
  return deletedResponse(articleKinds.post, await writeArticle(ctx, before, deletion, { action: 'deleted' }))
})

export const restorePost = operation({
  id: 'posts.restore',
  summary: 'Restore a deleted post within 30 days, by its id.',
  http: 'POST /api/admin/posts/:post/restore',
  access: platformAdmin,
  input: z.object({ post: deletedPostRef }),
  output: Post,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'post', input.post, { lock: true, deleted: true })
  await writeArticle(ctx, before, { deleted_at: null, deleted_by: null }, { action: 'restored' })
  return postFromRow(await showArticle(ctx.db, before.id))
})

export const setCoverPost = operation({
  id: 'posts.setCover',
  summary: 'Upload the cover image of a post: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'POST /api/admin/posts/:post/cover',
  access: platformAdmin,
  upload: 'image',
  input: z.object({ post: postRef, image: coverImage }),
  output: Post,
  prepare: async (_ctx, { image }) => ({ picture: await drawImage(image, coverFrame) }),
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'post', input.post, { lock: true })
  return postFromRow(await setArticleCover(ctx, before, ctx.picture))
})

export const removeCoverPost = operation({
  id: 'posts.removeCover',
  summary: 'Remove the cover image of a post.',
  http: 'DELETE /api/admin/posts/:post/cover',
  access: platformAdmin,
  destructive: true,
  input: z.object({ post: postRef }),
  output: Post,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'post', input.post, { lock: true })
  return postFromRow(await setArticleCover(ctx, before, null))
})
