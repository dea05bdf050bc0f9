import { z } from 'zod'
import { pageInput, pageOf } from '../../../database/pages.ts'
import { platformAdmin } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import {
  ListedRevision,
  Revision,
  revisionField,
  revisionFromRow,
} from '../../knowledge/revisions/revision.ts'
import {
  Comparison,
  compareFields,
  compareRevisions,
  pageOfRevisions,
  requireRevision,
} from '../../knowledge/revisions/revisions.ts'
import { postRef } from '../article.ts'
import { requireArticle } from '../read-articles.ts'

export const listRevisionsPost = operation({
  id: 'posts.listRevisions',
  summary: 'List the revisions of a post, newest first, with author, time and size of each change.',
  http: 'GET /api/admin/posts/:post/revisions',
  shows: ['post', 'user'],
  access: platformAdmin,
  input: z.object({ post: postRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run(async (ctx, { post: ref, ...input }) => {
  const { id } = await requireArticle(ctx.db, 'post', ref)
  return pageOfRevisions(ctx.db, id, input)
})

export const getRevisionPost = operation({
  id: 'posts.getRevision',
  summary: 'Show one revision of a post.',
  http: 'GET /api/admin/posts/:post/revisions/:revision',
  shows: [],
  access: platformAdmin,
  input: z.object({ post: postRef, revision: revisionField.describe('Revision number.') }),
  output: Revision,
}).run(async (ctx, { post: ref, revision }) => {
  const { id } = await requireArticle(ctx.db, 'post', ref)
  return revisionFromRow(await requireRevision(ctx.db, id, revision))
})

export const comparePost = operation({
  id: 'posts.compare',
  summary: 'Show the differences between two revisions of a post.',
  http: 'GET /api/admin/posts/:post/compare',
  shows: [],
  access: platformAdmin,
  input: z.object({ post: postRef, ...compareFields }),
  output: Comparison,
}).run(async (ctx, { post: ref, from, to }) => {
  const { id, revision } = await requireArticle(ctx.db, 'post', ref)
  return compareRevisions(ctx.db, id, { from, to: to ?? revision })
})
