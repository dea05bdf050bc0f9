import type { z } from 'zod'
import type { InOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import type { SeenNote } from './access.ts'
import { backlinksOf, shownLinks } from './links.ts'
import { type Note, sharedFromRow } from './note.ts'

/** A note as the caller sees it, with what it leads to and what leads to it. */
export async function showNote(
  ctx: Context & InOrganization,
  note: SeenNote,
): Promise<z.output<typeof Note>> {
  const [links, backlinks] = await Promise.all([shownLinks(ctx, note.id), backlinksOf(ctx, note.id)])
  return { ...sharedFromRow(note, ctx.caller), content: note.content, links, backlinks }
}
