import { z } from 'zod'
import { databaseTime } from '../../../database/clock.ts'
import type { Queries } from '../../../database/connect.ts'
import { changeRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { reject } from '../../../errors/errors.ts'
import { operation } from '../../../operations/operation.ts'
import { toSlug } from '../../../platform/names.ts'
import { requirePublishable } from '../../projects/publishing.ts'
import { onNote } from './access.ts'
import { Note, noteKind, noteRef, type NoteRow } from './note.ts'
import { showNote } from './notes.ts'
import { anyone } from '../../../operations/access.ts'
import {
  PublicNote,
  type PublicNoteRow,
  fromPublicNotes,
  isPublic,
  publicColumns,
  publicNoteFromRow,
} from './public-note.ts'

const maxSlugLength = 80

export const publishNote = operation({
  id: 'notes.publish',
  summary: 'Publish a note at a public URL. Later changes are public immediately.',
  http: 'POST /api/notes/:note/publish',
  access: onNote('manage'),
  input: z.object({
    note: noteRef,
    slug: z
      .string()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens.')
      .max(maxSlugLength)
      .optional()
      .describe(
        'Slug in the URL, unique on this instance. Default: its previous slug, or one from its title.',
      ),
  }),
  output: Note,
}).run(async (ctx, input) => {
  requirePublishable(ctx)
  const { right, project_slug, project_name, owner_name, ...before } = ctx.note
  const slug = input.slug ?? before.public_slug ?? (toSlug(before.title) || 'note')
  // Serializes concurrent requests for the same slug.
  await ctx.db.run(sql`select pg_advisory_xact_lock(hashtextextended('note slug ' || ${slug}, 0))`)
  await requireFree(ctx.db, before.id, slug)
  const set = { public_slug: slug, published_at: before.published_at ?? databaseTime() }
  const after = await changeRow<NoteRow>(ctx, noteKind, before, set, 'note.published')
  return showNote(ctx, { ...after, right, project_slug, project_name, owner_name })
})

/** Rejects a slug that is in use, and suggests a free one. */
async function requireFree(db: Queries, noteId: string, slug: string): Promise<void> {
  const base = slug.slice(0, maxSlugLength - 4).replace(/-$/, '')
  const candidates = [slug, ...Array.from({ length: 98 }, (_, index) => `${base}-${index + 2}`)]
  const taken = await db.run<{ slug: string }>(
    sql`select public_slug as slug from notes where public_slug = any(${candidates}::text[]) and id <> ${noteId}`,
  )
  const used = new Set(taken.map((row) => row.slug))
  if (!used.has(slug)) return
  const suggestion = candidates.find((candidate) => !used.has(candidate)) ?? `${base}-${noteId.slice(-3)}`
  reject('address_taken', { slug, suggestion }, { suggestion })
}

export const unpublishNote = operation({
  id: 'notes.unpublish',
  summary: 'Unpublish a note immediately. Its slug stays reserved.',
  http: 'DELETE /api/notes/:note/publish',
  access: onNote('edit'),
  input: z.object({ note: noteRef }),
  output: Note,
}).run(async (ctx) => {
  const { right, project_slug, project_name, owner_name, ...before } = ctx.note
  const after = await changeRow<NoteRow>(ctx, noteKind, before, { published_at: null }, 'note.unpublished')
  return showNote(ctx, { ...after, right, project_slug, project_name, owner_name })
})

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
