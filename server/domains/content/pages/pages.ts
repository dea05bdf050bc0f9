import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import { pageOf } from '../../../database/pages.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { actorOf } from '../../../operations/caller.ts'
import { Deleted, deletedResponse } from '../../../operations/deleted.ts'
import { operation } from '../../../operations/operation.ts'
import { drawImage } from '../../../operations/set-image.ts'
import {
  ListedPage,
  Page,
  changedPageFields,
  coverFrame,
  coverImage,
  deletedPageRef,
  listFields,
  listedPageFromRow,
  newPageFields,
  pageFromRow,
  pageRef,
} from '../article.ts'
import { pageOfArticles, requireArticle, showArticle } from '../read-articles.ts'
import { articleKinds, insertArticle, saveArticle, setArticleCover, writeArticle } from '../save-article.ts'

export const listPages = operation({
  id: 'pages.list',
  summary: 'List the pages of the public site in every state, most recently changed first.',
  http: 'GET /api/admin/pages',
  shows: ['page', 'user'],
  access: platformAdmin,
  input: z.object({ ...listFields }),
  output: pageOf(ListedPage),
}).run((ctx, input) => pageOfArticles(ctx.db, 'page', input, listedPageFromRow))

export const createPage = operation({
  id: 'pages.create',
  summary: 'Create a page of the public site: a draft, scheduled or published.',
  http: 'POST /api/admin/pages',
  access: platformAdmin,
  created: true,
  input: z.object({ ...newPageFields }),
  output: Page,
}).run(async (ctx, input) => pageFromRow(await insertArticle(ctx, 'page', input)))

export const getPage = operation({
  id: 'pages.get',
  summary: 'Show one page in any state, with its text.',
  http: 'GET /api/admin/pages/:page',
  shows: ['page', 'user'],
  access: platformAdmin,
  input: z.object({ page: pageRef }),
  output: Page,
}).run(async (ctx, input) => {
  const { id } = await requireArticle(ctx.db, 'page', input.page)
  return pageFromRow(await showArticle(ctx.db, id))
})

export const updatePage = operation({
  id: 'pages.update',
  summary: 'Change, schedule, publish or archive a page. A new text is saved as a revision.',
  http: 'PUT /api/admin/pages/:page',
  aliases: ['PATCH /api/admin/pages/:page'],
  access: platformAdmin,
  input: z.object({ page: pageRef, ...changedPageFields }),
  output: Page,
}).run(async (ctx, { page: ref, ...change }) => {
  const before = await requireArticle(ctx.db, 'page', ref, { lock: true })
  return pageFromRow(await saveArticle(ctx, before, change))
})

export const deletePage = operation({
  id: 'pages.delete',
  summary: 'Delete a page. It can be restored for 30 days.',
  http: 'DELETE /api/admin/pages/:page',
  access: platformAdmin,
  destructive: true,
  input: z.object({ page: pageRef }),
  output: Deleted,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'page', input.page, { lock: true })
  const deletion = { deleted_at: databaseTime(), deleted_by: actorOf(ctx.caller) }
  return deletedResponse(articleKinds.page, await writeArticle(ctx, before, deletion, { action: 'deleted' }))
})

export const restorePage = operation({
  id: 'pages.restore',
  summary: 'Restore a deleted page within 30 days, by its id.',
  http: 'POST /api/admin/pages/:page/restore',
  access: platformAdmin,
  input: z.object({ page: deletedPageRef }),
  output: Page,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'page', input.page, { lock: true, deleted: true })
  await writeArticle(ctx, before, { deleted_at: null, deleted_by: null }, { action: 'restored' })
  return pageFromRow(await showArticle(ctx.db, before.id))
})

export const setCoverPage = operation({
  id: 'pages.setCover',
  summary: 'Upload the cover image of a page: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'POST /api/admin/pages/:page/cover',
  access: platformAdmin,
  upload: 'image',
  input: z.object({ page: pageRef, image: coverImage }),
  output: Page,
  prepare: async (_ctx, { image }) => ({ picture: await drawImage(image, coverFrame) }),
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'page', input.page, { lock: true })
  return pageFromRow(await setArticleCover(ctx, before, ctx.picture))
})

export const removeCoverPage = operation({
  id: 'pages.removeCover',
  summary: 'Remove the cover image of a page.',
  http: 'DELETE /api/admin/pages/:page/cover',
  access: platformAdmin,
  destructive: true,
  input: z.object({ page: pageRef }),
  output: Page,
}).run(async (ctx, input) => {
  const before = await requireArticle(ctx.db, 'page', input.page, { lock: true })
  return pageFromRow(await setArticleCover(ctx, before, null))
})
