import { sql } from '../../../database/sql.ts'
import { z } from 'zod'
import { anyone } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import {
  PublicNote,
  type PublicNoteRow,
  fromPublicNotes,
  isPublic,
  publicColumns,
  publicNoteFromRow,
} from './public-note.ts'

export const getPublicNote = operation({
  id: 'notes.getPublic',
  summary: 'Show a published note without a credential.',
  http: 'GET /api/notes/public/:slug',
  access: anyone,
  input: z.object({ slug: z.string().max(100).describe('Slug in its public URL.') }),
  output: PublicNote,
}).run(async (ctx, { slug }) => {
  const [note] = await ctx.db.run<PublicNoteRow & { content: string }>(
    sql`select ${publicColumns}, n.content from ${fromPublicNotes} where n.public_slug = lower(${slug}) and ${isPublic}`,
  )
  if (!note) reject('not_found', { kind: 'published note', ref: slug })
  return { ...publicNoteFromRow(note), content: note.content }
})
