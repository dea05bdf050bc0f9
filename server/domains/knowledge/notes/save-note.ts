import type { z } from 'zod'
import {
  concerning,
  differences,
  expectVersion,
  idOfNew,
  insertRow,
  updateRow,
} from '../../../operations/rows.ts'
import { sql } from '../../../database/sql.ts'
import { actorOf } from '../../../operations/caller.ts'
import type { Context } from '../../../operations/context.ts'
import { normalTags } from '../../../platform/tags.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { InProjectOrNone, SeenNote, OnNote } from './access.ts'
import { adoptLinks, lockTitles, storeLinks, normalizeLinks } from './links.ts'
import { noteFields, noteKind, type NoteRow } from './note.ts'
import { linksIn, titleOf } from './text.ts'
import type { Changes } from '../../../database/tables.ts'
import { requireWholeOrganization } from '../../../operations/access.ts'
import { reject } from '../../../errors/errors.ts'
import { type SeenProject, requireRight as requireRightInProject } from '../../projects/access.ts'
import { projectToWriteIn } from '../../projects/project-to-write-in.ts'
import { canFoldRevision, foldRevision } from '../revisions/fold-revision.ts'

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
        values (${idOfNew(ctx)}, ${organization.id}, ${project?.id ?? null}, ${user.id}, ${title}, ${content}, ${tags}, ${links},
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

export interface NoteChange {
  title?: string | undefined
  content?: string | undefined
  tags?: string[] | undefined
  links?: string[] | undefined
  pinned?: boolean | undefined
  /** Null makes the note private to its owner. */
  project?: string | null | undefined
  reason?: string | undefined
}

/** Fields that create a revision. Pinning or moving a note does not. */
const revisedFields = ['title', 'content', 'tags', 'links'] as const

/** Changes a note that the caller has locked. Adds a revision if its text changed, and updates its links. */
export async function saveNote(ctx: Context & OnNote, change: NoteChange): Promise<SeenNote> {
  const { right, project_slug, project_name, owner_name, ...before } = ctx.note
  expectVersion(ctx, before.version)
  const project = change.project === undefined ? undefined : await resolveDestination(ctx, change.project)
  const set: Partial<NoteRow> = {
    ...(change.title !== undefined && { title: change.title }),
    ...(change.content !== undefined && { content: change.content }),
    ...(change.tags && { tags: normalTags(change.tags) }),
    ...(change.links && { links: await normalizeLinks(ctx, change.links, before) }),
    ...(change.pinned !== undefined && { pinned: change.pinned }),
    ...(project !== undefined && { project_id: project?.id ?? null }),
  }
  const changed = differences<NoteRow>(before, set)
  if (Object.keys(changed).length === 0) return ctx.note

  const isRevised = revisedFields.some((field) => field in changed)
  const next = { ...before, ...set }
  const isFolded =
    isRevised &&
    (await canFoldRevision(ctx, { ...before, number: before.revision, ...change, content: next.content }))
  if (isRevised && !isFolded) set.revision = before.revision + 1
  const renamed = 'title' in changed || 'project_id' in changed
  const relinked = 'content' in changed || 'links' in changed
  if (renamed || relinked)
    await lockTitles(ctx.db, before.organization_id, [next.title, ...linksIn(next.content)])

  const { after: row, changes } = await updateRow<NoteRow>(ctx, noteKind, before, set)
  // The full-text vector is internal and must not reach the response.
  const { words: _, ...after } = row as NoteRow & { words?: unknown }
  const lines = isRevised ? await storeRevision(ctx, after, isFolded, change.reason) : {}
  if (relinked) await storeLinks(ctx, after)
  if (renamed) await adoptLinks(ctx.db, after)
  record(ctx, before, after, changes!, lines)
  if (project === undefined) return { ...after, right, project_slug, project_name, owner_name }
  return { ...after, owner_name, ...seenIn(project) }
}

function seenIn(project: SeenProject | null) {
  if (!project) return { right: 'manage' as const, project_slug: null, project_name: null }
  return { right: project.right, project_slug: project.slug, project_name: project.name }
}

/** Resolves the project to move a note to. Only the owner can make a note private again. */
async function resolveDestination(
  ctx: Context & OnNote,
  ref: string | null,
): Promise<SeenProject | null | undefined> {
  const { note, user, caller } = ctx
  if (ref === null) {
    if (note.project_id === null) return undefined
    requireWholeOrganization(caller, false, 'guest')
    if (note.owner_id !== user.id)
      reject('forbidden', { needs: 'The owner of the note, because it would become private to them.' })
    return null
  }
  const project = await projectToWriteIn(ctx.db, ctx, ref)
  if (project.id === note.project_id) return undefined
  if (note.published_at !== null) requireRightInProject(project, 'manage')
  return project
}

function storeRevision(ctx: Context, note: NoteRow, isFolded: boolean, reason: string | undefined) {
  const { id, organization_id: organizationId, revision: number, title, content, tags, links } = note
  const revision = {
    kind: 'note' as const,
    id,
    organizationId,
    number,
    title,
    content,
    more: { tags, links },
    reason,
  }
  return isFolded ? foldRevision(ctx.db, revision) : addRevision(ctx, revision)
}

/** Records events without the content, which the revisions store. A move is recorded for the old and new audience. */
function record(ctx: Context, before: NoteRow, after: NoteRow, changes: Changes, lines: object): void {
  const { content, projectId, ...visibleChanges } = changes
  const { version } = after
  if (content || Object.keys(visibleChanges).length > 0)
    ctx.record({
      type: 'note.updated',
      ...concerning(noteKind, { ...before, title: after.title }),
      version,
      changes: visibleChanges,
      data: { title: after.title, ...lines, ...(content && { omitted: ['content'] }) },
    })
  if (!projectId) return
  for (const audience of [before, after])
    ctx.record({
      type: 'note.moved',
      ...concerning(noteKind, audience),
      version,
      changes: { projectId },
    })
}
