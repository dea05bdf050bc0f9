import { sql } from '../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../operations/access.ts'
import { reject } from '../../errors/errors.ts'
import { operation } from '../../operations/operation.ts'
import { anyUuid } from '../../platform/ids.ts'

export const getImage = operation({
  id: 'images.get',
  summary: 'Download an uploaded image.',
  http: 'GET /api/images/:image',
  access: anyone,
  answers: 'file',
  input: z.object({ image: z.string().max(100).describe('Image id.') }),
  output: z.object({
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    etag: z.string(),
    lasting: z.boolean(),
  }),
}).run(async (ctx, input) => {
  const [image] = anyUuid.test(input.image)
    ? await ctx.db.run<ImageRow>(sql`select type, bytes from images where id = ${input.image}`)
    : []
  if (!image) reject('not_found', { kind: 'image', ref: input.image })
  // Images are immutable, because each upload gets a new id. Clients can cache this URL permanently.
  return { ...image, etag: input.image, lasting: true }
})

interface ImageRow {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}
