import type { Relation } from '../server/operations/access.ts'
import type { Role } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { type Membership, passes } from '../server/operations/permission-table.ts'
import type { Person, TestServer } from './harness.ts'
import { change, relations } from './relations.ts'
import { type Reference, neededKinds, referencesOf } from './sample-input.ts'
import { inProjects } from './things-in-projects.ts'
import type { Things } from './things.ts'

/*
 * What somebody can be to a thing, beyond their role in its organization. How they come to be it is in relations.ts: a
 * domain adds a line there for each relation that its rules name in `also`.
 */
export interface TriedMembership extends Membership {
  who: string
  /** Whether the thing is kept from everybody in the organization whom it is not given to by name. */
  hidden?: true
}

export const memberships: TriedMembership[] = [
  { who: 'a guest', role: 'guest' },
  { who: 'a guest who was given it as viewer', role: 'guest', relation: 'viewer' },
  { who: 'a guest who was given it as editor', role: 'guest', relation: 'editor' },
  { who: 'a guest, of themselves', role: 'guest', relation: 'oneself' },
  { who: 'a member', role: 'member' },
  { who: 'a member whom it is kept from', role: 'member', hidden: true },
  { who: 'a member who was given it as viewer', role: 'member', relation: 'viewer' },
  { who: 'a member who was given it as editor', role: 'member', relation: 'editor' },
  { who: 'a member who made it', role: 'member', relation: 'creator' },
  { who: 'a member who wrote or brought it', role: 'member', relation: 'author' },
  { who: 'a member who leads its team', role: 'member', relation: 'lead' },
  { who: 'a member who is in the team', role: 'member', relation: 'in the team' },
  { who: 'a member who owns it', role: 'member', relation: 'owner of it' },
  { who: 'a member, of themselves', role: 'member', relation: 'oneself' },
  { who: 'a member who was invited', role: 'member', relation: 'invited' },
  { who: 'an admin', role: 'admin', hidden: true },
  { who: 'an owner', role: 'owner', hidden: true },
  { who: 'a platform admin who is in no organization', role: null, platformAdmin: true },
]

/** What is in a project is seen and changed by whoever may do so with the project. */
function rootOf(kind: string): string {
  return kind in inProjects ? 'project' : kind
}

function rootsOf(kinds: string[]): string[] {
  return kinds.map(rootOf)
}

/** What is made for somebody to have a standing in an operation, and what of it they have it in. */
export interface Setting {
  kinds: string[]
  /** The kind of thing that they are something to. */
  bearer: string | undefined
}

/** Undefined where an operation has nothing to have that standing in. */
export function settingFor(operation: Operation, standing: TriedMembership): Setting | undefined {
  const { role, relation, hidden } = standing
  const { open, also = [] } = operation.access
  const needed = neededKinds(operation)
  // Whoever is in no organization is asked about what concerns them; a member, about what is kept from them; and
  // whoever is something to a thing, where that may count.
  if (role === null && (open || needed.includes('organization'))) return undefined
  if (role === 'member' && hidden && !rootsOf(needed).includes('project')) return undefined
  if (relation && open && !also.includes(relation)) return undefined
  if (relation === 'author' && !also.includes(relation)) return undefined
  const kinds = [...needed, ...undecided(operation)]
  if (!relation) return { kinds, bearer: undefined }
  const knows = (root: string) => relations[root]?.[relation] !== undefined
  const roots = rootsOf(kinds)
  const bearer = kinds.flatMap((kind) => [kind, rootOf(kind)]).find(knows)
  // To be it to anything is enough where nothing of the kind is named. What is named first is what it is done to.
  if (!bearer && also.includes(relation)) return somewhere(kinds, relation, role)
  if (!bearer || (bearer !== roots[0] && !also.includes(relation))) return undefined
  return canBe(bearer, relation, role) ? { kinds, bearer } : undefined
}

function somewhere(kinds: string[], relation: Relation, role: Role | null): Setting | undefined {
  const bearer = Object.keys(relations).find((root) => canBe(root, relation, role))
  return bearer ? { kinds: [...kinds, bearer], bearer } : undefined
}

/** What may be named, and decides who may, if nothing does that must be named. */
function undecided(operation: Operation): string[] {
  const decides = ({ kind }: Reference) =>
    operation.access.also?.some((relation) => relations[rootOf(kind)]?.[relation])
  const deciding = referencesOf(operation).filter(decides)
  return deciding.some(({ required }) => required) ? [] : deciding.slice(0, 1).map(({ kind }) => kind)
}

function canBe(root: string, relation: Relation, role: Role | null): boolean {
  const known = relations[root]?.[relation]
  return known !== undefined && (known.least === 'guest' || role !== 'guest')
}

/** Makes somebody what the standing says, to things that were made for it. */
export async function withMembership(
  server: TestServer,
  things: Things,
  { bearer }: Setting,
  { relation, hidden }: TriedMembership,
  person: Person,
): Promise<void> {
  if (things.project && (hidden || bearer === 'project'))
    await change(server, `update projects set visibility = 'private' where slug = $1`, things.project)
  if (bearer && relation) await relations[bearer]![relation]!.relate(server, things, person)
}

export type Outcome = 'passes' | 403 | 404

/** What the permission table says. */
export function expectedOf({ access }: Operation, setting: Setting, standing: TriedMembership): Outcome {
  const { role, relation, hidden } = standing
  const roots = rootsOf(setting.kinds)
  // A project that was given by name is seen by that alone: the role counts for nothing there.
  const given = setting.bearer === 'project' && ['viewer', 'editor', 'oneself'].includes(relation ?? '')
  const mayPass = passes(access, { ...standing, role: given ? 'guest' : role })
  if (role === null) return mayPass ? 'passes' : access.platformAdmin ? 403 : 404
  const kept = !relation && roots.includes('project') && (role === 'guest' || (role === 'member' && hidden))
  if (kept && (mayPass || !access.wholeOrganization)) return 404
  if (mayPass) return 'passes'
  // Others' workspaces are not there for members, and what is one person's is not there for anybody else.
  const ofOne = !access.leastRole && !roots.includes('project')
  // So it is with skills, of which guests could see public ones.
  const ofOthers = roots.includes('workspace') || roots.includes('skill')
  const asGuest = role === 'guest' && roots.includes('skill') && !access.wholeOrganization
  const unseen = (!relation && ((role === 'member' && ofOthers) || asGuest)) || ofOne
  return unseen && !access.platformAdmin ? 404 : 403
}
