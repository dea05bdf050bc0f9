import type { Queries } from '../../database/connect.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reject, rejectField } from '../../operations/errors.ts'
import { anyUuid } from '../../platform/ids.ts'
import {
  type ProjectRight,
  type SeenProject,
  type Seer,
  hasRight,
  projectsSeenBy,
  rightHolders,
  visibleProjects,
} from '../projects/access.ts'
import { projectToWriteIn } from '../projects/project-to-write-in.ts'
import { seenOrOwn } from '../projects/seen-or-own.ts'
import type { SeenProjects } from '../projects/visible-projects.ts'
import type { NoteRow } from './tables.ts'

/*
 * Who may do what with a note:
 *   of a project  whoever sees the project reads it, and whoever may edit there changes, moves and deletes it. To show it
 *                 to everybody decides who sees what is in the project, so it is for those who manage that.
 *   of none       its owner alone, whatever the role of others; not with a credential that is bound to a project.
 */

/** A note with what the caller may do with it, and what its shape needs from other tables. */
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
  return {
    name: `note(${right})`,
    sentence: sentences[right],
    open: false,
    ...rightHolders[right],
    async check({ caller, db, reads, hold }, input) {
      const granted = requireOrganization(caller, reads, 'guest')
      const note = await findNote(db, granted, input.note, { lock: hold })
      if (!note) reject('not_found', { kind: 'note', ref: input.note })
      requireRight(note, right)
      return { ...granted, note }
    },
  }
}

const sentences: Record<ProjectRight, string> = {
  view: "Whoever sees the note's project; of a note of none, its owner alone.",
  edit: "Whoever may edit in the note's project; of a note of none, its owner alone.",
  manage: "Whoever manages the note's project; of a note of none, its owner alone.",
}

export function requireRight({ right }: Pick<SeenNote, 'right'>, needed: ProjectRight): void {
  if (!hasRight(right, needed)) reject('forbidden', { needs: sentences[needed] })
}

/** For lists: everybody in the organization may ask, and sees what they may see. */
export const visibleNotes: typeof visibleProjects = {
  ...visibleProjects,
  name: 'visibleNotes',
  sentence: 'Everybody in the organization, for their own notes and those of the projects that they see.',
}

export interface InProjectOrNone extends InOrganization {
  project: SeenProject | null
}

/** For a new one: of a project in which the caller may edit, or their own. A credential of one project writes there. */
export const writesNotes: AccessRule<{ project?: string | undefined }, InProjectOrNone> = {
  name: 'writesNotes',
  sentence: 'Everybody in the organization, for themselves; in a project, whoever may edit there.',
  open: false,
  leastRole: 'guest',
  async check({ caller, db, reads }, input) {
    const granted = requireOrganization(caller, reads, 'guest')
    const ref = input.project ?? granted.caller.projectId
    return { ...granted, project: ref === null ? null : await projectToWriteIn(db, granted, ref) }
  },
}

/** Where a note, its project and its owner are read from: `n`, `p` and `o`. */
export const fromNotes =
  'notes n join users o on o.id = n.owner_id left join projects p on p.id = n.project_id'
export const namesOfNote = 'p.slug as project_slug, p.name as project_name, o.name as owner_name'

/** The notes `n` that somebody sees, with the parameters of `projectsSeenBy`, and their right in each. */
export function notesSeenBy(asking: Seer): SeenProjects {
  const right = `case when n.project_id is null then 'manage' else ${projectsSeenBy(asking).right} end`
  return { ...seenOrOwn(asking, 'n'), right }
}

/**
 * The one note that an id or a title means, if the caller sees it. Titles need not be unique: which of several is meant,
 * its id says; of those in the trash, the last.
 */
export async function findNote(
  db: Queries,
  asking: Seer,
  ref: string,
  { lock, deleted = false }: { lock: boolean; deleted?: boolean },
): Promise<SeenNote | undefined> {
  const seen = notesSeenBy(asking)
  const byId = anyUuid.test(ref)
  const [within, order] = !deleted
    ? ['n.deleted_at is null', '']
    : [byId ? 'true' : 'n.deleted_at is not null', 'order by n.deleted_at desc']
  const [note, ...others] = await db.run<SeenNote>(
    `select ${noteColumns}, ${namesOfNote}, ${seen.right} as right from ${fromNotes}
      where ${seen.where} and ${within} and ${byId ? 'n.id = $5' : 'lower(n.title) = lower($5)'}
      ${order} limit 10 ${lock ? 'for update of n' : ''}`,
    [...seen.values, ref],
  )
  if (!deleted && note && others.length > 0) refuseSeveral(ref, [note, ...others])
  return note
}

function refuseSeveral(title: string, notes: SeenNote[]): never {
  const ids = notes.map(({ id, project_slug }) => `${id} (${project_slug ?? 'your own'})`).toSorted()
  rejectField('note', `Several notes are called "${title}". Say which by its id: ${ids.join(', ')}.`)
}

/** All but the words that it is found by. */
const columns = [
  ...['id', 'organization_id', 'project_id', 'owner_id', 'private_to', 'title', 'content', 'tags', 'links'],
  ...[
    'pinned',
    'public_slug',
    'published_at',
    'revision',
    'created_by',
    'version',
    'created_at',
    'updated_at',
  ],
  ...['deleted_at', 'deleted_by'],
]
export const noteColumns = columns.map((column) => `n.${column}`).join(', ')
/** For lists, which show no texts. */
export const listedColumns = columns
  .filter((column) => column !== 'content')
  .map((column) => `n.${column}`)
  .join(', ')
