import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { Doc } from './doc.ts'
import { handbook } from './handbook.ts'

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
