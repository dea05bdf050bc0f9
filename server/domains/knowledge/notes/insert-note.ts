import type { z } from 'zod'
import { insertRow } from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { newId } from '../../../platform/ids.ts'
import { normalTags } from '../../../platform/tags.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { InProjectOrNone, SeenNote } from './access.ts'
import { adoptLinks, lockTitles, storeLinks, normalizeLinks } from './links.ts'
import { noteFields, noteKind } from './note.ts'
import type { NoteRow } from './tables.ts'
import { linksIn, titleOf } from './text.ts'

/** Input fields of a new note. */
export const newNoteFields = {
  title: noteFields.title.optional().describe('Title. Default: the first heading, or the first line.'),
  content: noteFields.content,
  tags: noteFields.tags.default([]),
  links: noteFields.links.default([]),
  pinned: noteFields.pinned.default(false),
}
export type NewNote = z.output<z.ZodObject<typeof newNoteFields>>

/** Creates a note in a project, or a private note of the caller. */
export async function insertNote(ctx: Context & InProjectOrNone, input: NewNote): Promise<SeenNote> {
  const { project, user, organization } = ctx
  const { content, pinned } = input
  const title = input.title ?? titleOf(content)
  const tags = normalTags(input.tags)
  const links = await normalizeLinks(ctx, input.links, undefined)
  await lockTitles(ctx.db, organization.id, [title, ...linksIn(content)])
  const row = await insertRow<NoteRow>(ctx, noteKind, {
    insert: sql`insert into notes (id, organization_id, project_id, owner_id, title, content, tags, links, pinned, created_by)
        values (${newId()}, ${organization.id}, ${project?.id ?? null}, ${user.id}, ${title}, ${content}, ${tags}, ${links},
          ${pinned}, ${JSON.stringify(actorOf(ctx.caller))})`,
    // Omits the content, because the revisions store it.
    data: { title, tags, links, pinned },
  })
  const note = row!
  await addRevision(ctx, {
    kind: 'note',
    id: note.id,
    organizationId: organization.id,
    number: 1,
    title,
    content,
    more: { tags, links },
  })
  await storeLinks(ctx, note)
  await adoptLinks(ctx.db, note)
  return {
    ...note,
    right: project?.right ?? 'manage',
    project_slug: project?.slug ?? null,
    project_name: project?.name ?? null,
    owner_name: user.name,
  }
}
