import type { z } from 'zod'
import type { InOrganization } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import type { SeenNote } from './access.ts'
import { backlinksOf, visibleLinks } from './links.ts'
import { type Note, sharedFromRow } from './note.ts'

/** Returns a note with the links and backlinks that the caller can see. */
export async function showNote(
  ctx: Context & InOrganization,
  note: SeenNote,
): Promise<z.output<typeof Note>> {
  const [links, backlinks] = await Promise.all([visibleLinks(ctx, note.id), backlinksOf(ctx, note.id)])
  return { ...sharedFromRow(note, ctx.caller), content: note.content, links, backlinks }
}
