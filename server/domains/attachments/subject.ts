import { OperationError, reject } from '../../errors/errors.ts'
import { type AccessRule, type InOrganization, requireOrganization } from '../../operations/access.ts'
import { reference } from '../../operations/reference.ts'
import { anyUuid } from '../../platform/ids.ts'
import { onDecision } from '../knowledge/decisions/access.ts'
import { onNote } from '../knowledge/notes/access.ts'
import { onSpec } from '../knowledge/specs/access.ts'
import { type ProjectRight, rightHolders } from '../projects/access.ts'
import { onItem } from '../work/items/access.ts'

/** Kinds of items that can have attachments. */
export const subjectKinds = ['epic', 'story', 'task', 'feature', 'note', 'decision', 'spec'] as const

/** The item of an attachment, with its audience and the caller's right. */
export interface Subject {
  kind: (typeof subjectKinds)[number]
  id: string
  key: string | null
  projectId: string | null
  /** The only user who can see it. */
  privateTo: string | null
  right: ProjectRight
}

export interface OnSubject extends InOrganization {
  subject: Subject
}

type Right = 'view' | 'edit'
type Check = AccessRule<never, object>['check']
type Context = Parameters<Check>[0]

/** Grants a right to an item of any kind that can have attachments. */
export function onSubject(right: Right): AccessRule<{ item: string }, OnSubject> {
  return {
    name: `attachments(${right})`,
    sentence: `Users who can ${right} the item.`,
    open: false,
    ...rightHolders[right],
    check: async (context, { item }) => ({
      ...requireOrganization(context.caller, context.reads, 'guest'),
      subject: (await findSubject(context, item, right)) ?? reject('not_found', { kind: 'item', ref: item }),
    }),
  }
}

/** Finds a visible item by number or id. Rejects it if the caller lacks the right. */
export async function findSubject(context: Context, ref: string, right: Right): Promise<Subject | undefined> {
  for (const find of findersFor(ref)) {
    const found = await unlessMissing(find(context, ref, right))
    if (found) return found
  }
  return undefined
}

type Finder = (context: Context, ref: string, right: Right) => Promise<Subject>

const findItem: Finder = async (context, item, right) => {
  const { item: found, project } = await onItem(right).check(context, { item })
  const { kind, id, key } = found
  return { kind, id, key, projectId: project.id, privateTo: null, right: project.right }
}

const findSpec: Finder = async (context, spec, right) => {
  const { spec: found, project } = await onSpec(right).check(context, { spec })
  const { id, key } = found
  return { kind: 'spec', id, key, projectId: project.id, privateTo: null, right: project.right }
}

const findDecision: Finder = async (context, decision, right) => {
  const { id, key, project_id, right: own } = (await onDecision(right).check(context, { decision })).decision
  return { kind: 'decision', id, key, projectId: project_id, privateTo: null, right: own }
}

const findNote: Finder = async (context, note, right) => {
  const { id, project_id, private_to, right: own } = (await onNote(right).check(context, { note })).note
  return { kind: 'note', id, key: null, projectId: project_id, privateTo: private_to, right: own }
}

/** A number tells the kind. An id can belong to any kind. */
function findersFor(ref: string): Finder[] {
  if (anyUuid.test(ref)) return [findItem, findNote, findSpec, findDecision]
  if (/^s-/i.test(ref)) return [findSpec]
  return /^d-/i.test(ref) ? [findDecision] : [findItem]
}

async function unlessMissing(found: Promise<Subject>): Promise<Subject | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof OperationError && error.code === 'not_found') return undefined
    throw error
  }
}

export const subjectRef = reference(
  'item',
  'The epic, story, task, feature, spec or decision by number (WEB-42, S-3, D-7) or id, or the note by id.',
)
