import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { ListedDoc } from './doc.ts'
import { handbook } from './handbook.ts'

export const listDocs = operation({
  id: 'docs.list',
  summary: 'List the handbook pages in reading order.',
  http: 'GET /api/docs',
  access: anyone,
  input: z.object({}),
  output: z.object({ items: z.array(ListedDoc) }),
}).run(async () => ({ items: handbook().map(({ id, title, summary }) => ({ id, title, summary })) }))
