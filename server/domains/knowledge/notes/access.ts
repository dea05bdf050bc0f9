import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../../operations/access.ts'
import { rejectField } from '../../../errors/errors.ts'
import { anyUuid } from '../../../platform/ids.ts'
import {
  type ProjectRight,
  type SeenProject,
  type Seer,
  inVisibleProjects,
  visibleProjects,
} from '../../projects/access.ts'
import { projectToWriteIn } from '../../projects/project-to-write-in.ts'
import { visibleOrOwn } from '../../projects/visible-or-own.ts'
import type { VisibleProjects } from '../../projects/visible-projects.ts'
import { type KnowledgeKind, onKnowledge, requireKnowledgeRight } from '../knowledge-kind.ts'
import { type NoteRow, noteKind } from './note.ts'

/*
 * Access to a note:
 *   in a project     users who can view the project read it; users who can edit the project change, move and delete it.
 *                    Publishing exposes project content, so it requires the right to manage the project.
 *   without project  its owner only, regardless of role, and never with a credential that is bound to a project.
 */

/** A note with the caller's right and the joined columns that the API returns. */
export interface SeenNote extends NoteRow {
  right: ProjectRight
  project_slug: string | null
  project_name: string | null
  owner_name: string
}

export interface OnNote extends InOrganization {
  note: SeenNote
}

export function onNote(right: ProjectRight): AccessRule<{ note: string }, OnNote> {
  return onKnowledge(noteAccess, right)
}

export function requireRight(note: Pick<SeenNote, 'right'>, needed: ProjectRight): void {
  requireKnowledgeRight(noteAccess, note, needed)
}

/** Allows lists for every role, because the queries return only visible notes. */
export const visibleNotes: typeof inVisibleProjects = {
  ...inVisibleProjects,
  name: 'visibleNotes',
  sentence: 'Everyone in the organization, for their own notes and those of projects that they can see.',
}

export interface InProjectOrNone extends InOrganization {
  project: SeenProject | null
}

/** Allows creating a note. A credential that is bound to a project creates notes only there. */
export const writesNotes: AccessRule<{ project?: string | undefined }, InProjectOrNone> = {
  name: 'writesNotes',
  sentence: 'Everyone in the organization, for their own notes. In a project: users who can edit it.',
  open: false,
  leastRole: 'guest',
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    return { ...granted, project: ref === null ? null : await projectToWriteIn(db, granted, ref) }
  },
}

/** Joins the note `n`, its project `p` and its owner `o`. */
export const fromNotes = sql`notes n join users o on o.id = n.owner_id left join projects p on p.id = n.project_id`
export const namesOfNote = sql`p.slug as project_slug, p.name as project_name, o.name as owner_name`

/** Builds the filter for notes `n` that a user can see, and their right. */
export function notesVisibleTo(granted: Seer): VisibleProjects {
  const right = sql`case when n.project_id is null then 'manage' else ${visibleProjects(granted).right} end`
  return { ...visibleOrOwn(granted, 'n'), right }
}

/**
 * Finds a visible note by id or title. Rejects a title that several notes share; in the trash, returns the note that
 * was deleted last.
 */
export async function findNote(
  db: Queries,
  granted: Seer,
  ref: string,
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenNote | undefined> {
  const seen = notesVisibleTo(granted)
  const byId = anyUuid.test(ref)
  const [deletionFilter, order] = !deleted
    ? [sql`n.deleted_at is null`, sql.empty]
    : [byId ? sql`true` : sql`n.deleted_at is not null`, sql`order by n.deleted_at desc`]
  const [note, ...others] = await db.run<SeenNote>(
    sql`select ${noteColumns}, ${namesOfNote}, ${seen.right} as right from ${fromNotes}
      where ${seen.where} and ${deletionFilter} and ${byId ? sql`n.id = ${ref}` : sql`lower(n.title) = lower(${ref})`}
      ${order} limit 10 ${lock ? sql`for update of n` : sql.empty}`,
  )
  if (!deleted && note && others.length > 0) rejectAmbiguousTitle(ref, [note, ...others])
  return note
}

function rejectAmbiguousTitle(title: string, notes: SeenNote[]): never {
  const ids = notes.map(({ id, project_slug }) => `${id} (${project_slug ?? 'your own'})`).toSorted()
  rejectField('note', `Several notes are called "${title}". Pass the id of one of them: ${ids.join(', ')}.`)
}

/** Describes access to notes. */
export const noteAccess: KnowledgeKind<'note', SeenNote> = {
  kind: noteKind,
  field: 'note',
  alias: 'n',
  sentences: {
    view: "Users who can view the note's project. Without a project: only its owner.",
    edit: "Users who can edit the note's project. Without a project: only its owner.",
    manage: "Users who can manage the note's project. Without a project: only its owner.",
  },
  visibleTo: notesVisibleTo,
  find: findNote,
}

/** Columns for lists, which do not return the content. */
export const listedColumns = sql`n.id, n.organization_id, n.project_id, n.owner_id, n.private_to, n.title, n.tags, n.links, n.pinned,
  n.public_slug, n.published_at, n.revision, n.created_by, n.version, n.created_at, n.updated_at, n.deleted_at, n.deleted_by`
/** All columns except the generated full-text vector. */
export const noteColumns = sql`${listedColumns}, n.content`
