import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { handbook } from './handbook.ts'
import { reject } from '../../errors/errors.ts'

const ListedDoc = z
  .object({
    id: z.string().describe('Page id, such as teams.'),
    title: z.string(),
    summary: z.string().describe('First sentence of the page.'),
  })
  .meta({ id: 'ListedDoc' })

const Doc = ListedDoc.extend({
  content: z.string().describe('Markdown. Links to other pages use their ids: [Teams](teams).'),
  version: z.int().describe('Changes with the content.'),
}).meta({ id: 'Doc' })

export const listDocs = operation({
  id: 'docs.list',
  summary: 'List the handbook pages in reading order.',
  http: 'GET /api/docs',
  access: anyone,
  input: z.object({}),
  output: z.object({ items: z.array(ListedDoc) }),
}).run(async () => ({ items: handbook().map(({ id, title, summary }) => ({ id, title, summary })) }))

export const getDoc = operation({
  id: 'docs.get',
  summary: 'Show one handbook page, in Markdown.',
  http: 'GET /api/docs/:doc',
  access: anyone,
  input: z.object({ doc: z.string().max(100).describe('Page id.') }),
  output: Doc,
}).run(async (_, { doc }) => {
  const page = handbook().find(({ id }) => id === doc)
  return page ?? reject('not_found', { kind: 'handbook page', ref: doc })
})
