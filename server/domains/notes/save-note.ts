import { concerning, differences, expectVersion, updateRow } from '../../database/rows.ts'
import type { Changes } from '../../database/tables.ts'
import { requireWholeOrganization } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { reject } from '../../operations/errors.ts'
import { normalTags } from '../../platform/tags.ts'
import { type SeenProject, requireRight as requireRightInProject } from '../projects/access.ts'
import { projectToWriteIn } from '../projects/project-to-write-in.ts'
import { belongsToLast, foldRevision } from '../revisions/fold-revision.ts'
import { addRevision } from '../revisions/revisions.ts'
import type { OnNote, SeenNote } from './access.ts'
import { adoptLinks, lockTitles, storeLinks, linksGiven } from './links.ts'
import { noteKind } from './note.ts'
import type { NoteRow } from './tables.ts'
import { linksIn } from './text.ts'

export interface NoteChange {
  title?: string | undefined
  content?: string | undefined
  tags?: string[] | undefined
  links?: string[] | undefined
  pinned?: boolean | undefined
  /** Null: its owner's alone. */
  project?: string | null | undefined
  reason?: string | undefined
}

/** What a revision is about. That a note is pinned, or where it is, is nothing that was written. */
const written = ['title', 'content', 'tags', 'links'] as const

/** Changes a note, which is held: what was written becomes a revision, and its links lead where they say. */
export async function saveNote(ctx: Context & OnNote, asked: NoteChange): Promise<SeenNote> {
  const { right, project_slug, project_name, owner_name, ...before } = ctx.note
  expectVersion(ctx, before.version)
  const project = asked.project === undefined ? undefined : await destination(ctx, asked.project)
  const set: Partial<NoteRow> = {
    ...(asked.title !== undefined && { title: asked.title }),
    ...(asked.content !== undefined && { content: asked.content }),
    ...(asked.tags && { tags: normalTags(asked.tags) }),
    ...(asked.links && { links: await linksGiven(ctx, asked.links, before) }),
    ...(asked.pinned !== undefined && { pinned: asked.pinned }),
    ...(project !== undefined && { project_id: project?.id ?? null }),
  }
  const changed = differences<NoteRow>(before, set)
  if (Object.keys(changed).length === 0) return ctx.note

  const wrote = written.some((field) => field in changed)
  const next = { ...before, ...set }
  const folded =
    wrote &&
    (await belongsToLast(ctx, { ...before, number: before.revision, ...asked, content: next.content }))
  if (wrote && !folded) set.revision = before.revision + 1
  const renamed = 'title' in changed || 'project_id' in changed
  const relinked = 'content' in changed || 'links' in changed
  if (renamed || relinked)
    await lockTitles(ctx.db, before.organization_id, [next.title, ...linksIn(next.content)])

  const { after: row, changes } = await updateRow<NoteRow>(ctx, 'notes', before, set)
  // The words that it is found by are nobody's business.
  const { words: _, ...after } = row as NoteRow & { words?: unknown }
  const lines = wrote ? await keepRevision(ctx, after, folded, asked.reason) : {}
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

/** Where a note is to be: in a project in which the caller may write, or with its owner, who alone takes it back. */
async function destination(
  ctx: Context & OnNote,
  ref: string | null,
): Promise<SeenProject | null | undefined> {
  const { note, user, caller } = ctx
  if (ref === null) {
    if (note.project_id === null) return undefined
    requireWholeOrganization(caller, false, 'guest')
    if (note.owner_id !== user.id)
      reject('forbidden', { needs: 'Whoever wrote the note: it would be theirs alone.' })
    return null
  }
  const project = await projectToWriteIn(ctx.db, ctx, ref)
  if (project.id === note.project_id) return undefined
  if (note.published_at !== null) requireRightInProject(project, 'manage')
  return project
}

function keepRevision(ctx: Context, note: NoteRow, folded: boolean, reason: string | undefined) {
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
  return folded ? foldRevision(ctx.db, revision) : addRevision(ctx, revision)
}

/** The texts are in the revisions. Whoever saw it before is told what changed; who sees it only now, that it came. */
function record(ctx: Context, before: NoteRow, after: NoteRow, changes: Changes, lines: object): void {
  const { content, projectId, ...told } = changes
  const { version } = after
  if (content || Object.keys(told).length > 0)
    ctx.record({
      ...{
        type: 'note.updated',
        ...concerning(noteKind, { ...before, title: after.title }),
        version,
        changes: told,
      },
      data: { title: after.title, ...lines },
    })
  if (!projectId) return
  for (const audience of [before, after])
    ctx.record({
      ...{ type: 'note.moved', ...concerning(noteKind, audience), version, changes: { projectId } },
    })
}
