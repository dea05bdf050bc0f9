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
import { pageRef } from '../article.ts'
import { requireArticle } from '../read-articles.ts'

export const listRevisionsPage = operation({
  id: 'pages.listRevisions',
  summary: 'List the revisions of a page, newest first, with author, time and size of each change.',
  http: 'GET /api/admin/pages/:page/revisions',
  shows: ['page', 'user'],
  access: platformAdmin,
  input: z.object({ page: pageRef, ...pageInput }),
  output: pageOf(ListedRevision),
}).run(async (ctx, { page: ref, ...input }) => {
  const { id } = await requireArticle(ctx.db, 'page', ref)
  return pageOfRevisions(ctx.db, id, input)
})

export const getRevisionPage = operation({
  id: 'pages.getRevision',
  summary: 'Show one revision of a page.',
  http: 'GET /api/admin/pages/:page/revisions/:revision',
  shows: [],
  access: platformAdmin,
  input: z.object({ page: pageRef, revision: revisionField.describe('Revision number.') }),
  output: Revision,
}).run(async (ctx, { page: ref, revision }) => {
  const { id } = await requireArticle(ctx.db, 'page', ref)
  return revisionFromRow(await requireRevision(ctx.db, id, revision))
})

export const comparePage = operation({
  id: 'pages.compare',
  summary: 'Show the differences between two revisions of a page.',
  http: 'GET /api/admin/pages/:page/compare',
  shows: [],
  access: platformAdmin,
  input: z.object({ page: pageRef, ...compareFields }),
  output: Comparison,
}).run(async (ctx, { page: ref, from, to }) => {
  const { id, revision } = await requireArticle(ctx.db, 'page', ref)
  return compareRevisions(ctx.db, id, { from, to: to ?? revision })
})
