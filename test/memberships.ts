import { sql } from '../server/database/sql.ts'
import type { Relation } from '../server/operations/access.ts'
import type { Role } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { type Membership, passes } from '../server/assembly/permission-table.ts'
import type { Person, TestServer } from './harness.ts'
import { change, relations } from './relations.ts'
import { type Reference, neededKinds, referencesOf } from './sample-input.ts'
import { inProjects } from './things-in-projects.ts'
import type { Things } from './things.ts'

/*
 * A user's relation to an item, beyond their role in its organization. Setting up each relation is in relations.ts: a
 * domain adds a line there for each relation that its rules name in `also`.
 */
export interface TestMembership extends Membership {
  who: string
  /** Whether the item is private to the members that it is shared with by name. */
  hidden?: true
}

export const memberships: TestMembership[] = [
  { who: 'a guest', role: 'guest' },
  { who: 'a guest it is shared with as viewer', role: 'guest', relation: 'viewer' },
  { who: 'a guest it is shared with as editor', role: 'guest', relation: 'editor' },
  { who: 'a guest, on their own account', role: 'guest', relation: 'oneself' },
  { who: 'a member', role: 'member' },
  { who: 'a member it is hidden from', role: 'member', hidden: true },
  { who: 'a member it is shared with as viewer', role: 'member', relation: 'viewer' },
  { who: 'a member it is shared with as editor', role: 'member', relation: 'editor' },
  { who: 'a member who created it', role: 'member', relation: 'creator' },
  { who: 'a member who wrote or added it', role: 'member', relation: 'author' },
  { who: 'a member who leads its team', role: 'member', relation: 'lead' },
  { who: 'a member who is in the team', role: 'member', relation: 'in the team' },
  { who: 'a member who owns it', role: 'member', relation: 'owner of it' },
  { who: 'a member, on their own account', role: 'member', relation: 'oneself' },
  { who: 'a member who was invited', role: 'member', relation: 'invited' },
  { who: 'an admin', role: 'admin', hidden: true },
  { who: 'an owner', role: 'owner', hidden: true },
  { who: 'a platform admin who is in no organization', role: null, platformAdmin: true },
]

/** Returns the kind whose access decides: for items in a project, the project's. */
function rootOf(kind: string): string {
  return kind in inProjects ? 'project' : kind
}

function rootsOf(kinds: string[]): string[] {
  return kinds.map(rootOf)
}

/** The items that an operation needs for a membership to matter, and the kind that the relation is to. */
export interface Setting {
  kinds: string[]
  /** The kind of item that the user has the relation to. */
  bearer: string | undefined
}

/** Returns undefined if the membership can't matter for the operation. */
export function settingFor(operation: Operation, membership: TestMembership): Setting | undefined {
  const { role, relation, hidden } = membership
  const { open, also = [] } = operation.access
  const needed = neededKinds(operation)
  // Skips users without an organization where no item concerns them, members where nothing is hidden from them, and
  // relations that the access rule ignores.
  if (role === null && (open || needed.includes('organization'))) return undefined
  if (role === 'member' && hidden && !rootsOf(needed).includes('project')) return undefined
  if (relation && open && !also.includes(relation)) return undefined
  if (relation === 'author' && !also.includes(relation)) return undefined
  const kinds = [...needed, ...optionalDecidingKinds(operation)]
  if (!relation) return { kinds, bearer: undefined }
  const knows = (root: string) => relations[root]?.[relation] !== undefined
  const roots = rootsOf(kinds)
  const bearer = kinds.flatMap((kind) => [kind, rootOf(kind)]).find(knows)
  // Without an item of that kind in the input, any relation of that sort counts. The first reference is the target.
  if (!bearer && also.includes(relation)) return anyBearer(kinds, relation, role)
  if (!bearer || (bearer !== roots[0] && !also.includes(relation))) return undefined
  return canBe(bearer, relation, role) ? { kinds, bearer } : undefined
}

function anyBearer(kinds: string[], relation: Relation, role: Role | null): Setting | undefined {
  const bearer = Object.keys(relations).find((root) => canBe(root, relation, role))
  return bearer ? { kinds: [...kinds, bearer], bearer } : undefined
}

/** Returns the first optional reference that decides access, if no required reference does. */
function optionalDecidingKinds(operation: Operation): string[] {
  const decides = ({ kind }: Reference) =>
    operation.access.also?.some((relation) => relations[rootOf(kind)]?.[relation])
  const deciding = referencesOf(operation).filter(decides)
  return deciding.some(({ required }) => required) ? [] : deciding.slice(0, 1).map(({ kind }) => kind)
}

function canBe(root: string, relation: Relation, role: Role | null): boolean {
  const known = relations[root]?.[relation]
  return known !== undefined && (known.least === 'guest' || role !== 'guest')
}

/** Gives the user the relation of the membership to these items. */
export async function withMembership(
  server: TestServer,
  things: Things,
  { bearer }: Setting,
  { relation, hidden }: TestMembership,
  person: Person,
): Promise<void> {
  if (things.project && (hidden || bearer === 'project'))
    await change(server, sql`update projects set visibility = 'private' where slug = ${things.project}`)
  if (bearer && relation) await relations[bearer]![relation]!.relate(server, things, person)
}

export type Outcome = 'passes' | 403 | 404

/** Returns the outcome that the permission table states. */
export function expectedOf({ access }: Operation, setting: Setting, membership: TestMembership): Outcome {
  const { role, relation, hidden } = membership
  const roots = rootsOf(setting.kinds)
  // In a project that is shared by name, only the share counts, not the role.
  const given = setting.bearer === 'project' && ['viewer', 'editor', 'oneself'].includes(relation ?? '')
  const canPass = passes(access, { ...membership, role: given ? 'guest' : role })
  if (role === null) return canPass ? 'passes' : access.platformAdmin ? 403 : 404
  const isHidden =
    !relation && roots.includes('project') && (role === 'guest' || (role === 'member' && hidden))
  if (isHidden && (canPass || !access.wholeOrganization)) return 404
  if (canPass) return 'passes'
  // Members can't see other users' workspaces, and personal items are visible to their owner only.
  const ofOne = !access.leastRole && !roots.includes('project')
  // The same holds for skills, except that guests can see public ones.
  const ofOthers = roots.includes('workspace') || roots.includes('skill')
  const asGuest = role === 'guest' && roots.includes('skill') && !access.wholeOrganization
  const unseen = (!relation && ((role === 'member' && ofOthers) || asGuest)) || ofOne
  return unseen && !access.platformAdmin ? 404 : 403
}
