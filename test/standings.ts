import type { Relation } from '../server/operations/access.ts'
import type { Role } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { type Standing, passes } from '../server/operations/permission-table.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { neededKinds, referencesOf } from './sample-input.ts'
import { type Things, insert } from './things.ts'

/*
 * What somebody can be to a thing, beyond their role in its organization, and how they come to be it. A domain adds a
 * line for each relation that its rules name in `also`.
 */
export interface TriedStanding extends Standing {
  who: string
  /** Whether the thing is kept from everybody in the organization whom it is not given to by name. */
  hidden?: true
}

export const standings: TriedStanding[] = [
  { who: 'a guest', role: 'guest' },
  { who: 'a guest who was given it as viewer', role: 'guest', relation: 'viewer' },
  { who: 'a guest who was given it as editor', role: 'guest', relation: 'editor' },
  { who: 'a guest, of themselves', role: 'guest', relation: 'oneself' },
  { who: 'a member', role: 'member' },
  { who: 'a member whom it is kept from', role: 'member', hidden: true },
  { who: 'a member who was given it as viewer', role: 'member', relation: 'viewer' },
  { who: 'a member who was given it as editor', role: 'member', relation: 'editor' },
  { who: 'a member who made it', role: 'member', relation: 'creator' },
  { who: 'a member who leads its team', role: 'member', relation: 'lead' },
  { who: 'a member who owns it', role: 'member', relation: 'owner of it' },
  { who: 'a member, of themselves', role: 'member', relation: 'oneself' },
  { who: 'an admin', role: 'admin', hidden: true },
  { who: 'an owner', role: 'owner', hidden: true },
  { who: 'a platform admin who is in no organization', role: null, platformAdmin: true },
]

type Relate = (server: TestServer, things: Things, person: Person) => Promise<void>

/** By the kind of thing that somebody has a relation to. */
const relations: Record<string, Partial<Record<Relation, { least: Role; relate: Relate }>>> = {
  project: {
    viewer: { least: 'guest', relate: shareProject('viewer') },
    editor: { least: 'guest', relate: shareProject('editor') },
    creator: {
      least: 'member',
      relate: (server, { project }, { user }) =>
        change(server, 'update projects set created_by = $2 where slug = $1', project, user.id),
    },
    lead: {
      least: 'member',
      async relate(server, { project }, person) {
        const { id, organizationId } = await rowOf(server, 'projects', project)
        const teamId = await teamOf(server, organizationId, person, 'lead')
        await change(
          server,
          `update projects set visibility = 'team', team_id = $2 where id = $1`,
          id,
          teamId,
        )
      },
    },
  },
  team: {
    lead: {
      least: 'member',
      async relate(server, { team }, { user }) {
        const { id: team_id, organizationId: organization_id } = await rowOf(server, 'teams', team)
        await insert(server, 'team_members', { team_id, organization_id, user_id: user.id, role: 'lead' })
      },
    },
  },
  member: {
    oneself: { least: 'guest', relate: async (_, things, { user }) => void (things.member = user.id) },
  },
}

/** What is in a project is seen and changed by whoever may do so with the project. */
const inProject = ['task', 'trash', 'feature']

/** The kinds of thing that decide who may. */
export function rootsOf(kinds: string[]): string[] {
  return [...new Set(kinds.map((kind) => (inProject.includes(kind) ? 'project' : kind)))]
}

/** What must be named for somebody to have that standing in an operation; undefined where there is nothing to have it in. */
export function kindsFor(
  operation: Operation,
  { role, relation, hidden }: TriedStanding,
): string[] | undefined {
  const needed = neededKinds(operation)
  // Whoever is nobody in an organization is asked about what concerns them; and a member, about what is kept from them.
  if (role === null && operation.access.open) return undefined
  if (role === 'member' && hidden && !rootsOf(needed).includes('project')) return undefined
  if (!relation) return needed
  const has = (kind: string) => canBe(rootsOf([kind])[0]!, relation, role)
  if (needed.some(has)) return needed
  if (!operation.access.also?.includes(relation)) return undefined
  const named = referencesOf(operation).find(({ kind }) => has(kind))
  return named && [...needed, named.kind]
}

function canBe(root: string, relation: Relation, role: Role | null): boolean {
  const known = relations[root]?.[relation]
  return known !== undefined && (known.least === 'guest' || role !== 'guest')
}

/** Makes somebody what the standing says, to things that were made for it. */
export async function take(
  server: TestServer,
  things: Things,
  { role, relation, hidden }: TriedStanding,
  person: Person,
): Promise<void> {
  if (things.project && (relation || hidden))
    await change(server, `update projects set visibility = 'private' where slug = $1`, things.project)
  if (!relation) return
  for (const [root, known] of Object.entries(relations))
    if (things[root] && known[relation] && canBe(root, relation, role))
      await known[relation].relate(server, things, person)
}

export type Outcome = 'passes' | 403 | 404

/** What the permission table says. */
export function expectedOf({ access }: Operation, kinds: string[], standing: TriedStanding): Outcome {
  const { role, relation, hidden } = standing
  const inAProject = rootsOf(kinds).includes('project')
  // What was given by name counts alone: the role would see nothing of it.
  const given = inAProject && (relation === 'viewer' || relation === 'editor')
  const mayPass = passes(access, { ...standing, role: given ? 'guest' : role })
  if (role === null) return mayPass ? 'passes' : access.platformAdmin ? 403 : 404
  const unseen = inAProject && !relation && (role === 'guest' || (role === 'member' && hidden))
  if (unseen && (mayPass || !access.wholeOrganization)) return 404
  return mayPass ? 'passes' : 403
}

function shareProject(role: 'viewer' | 'editor'): Relate {
  return async (server, { project }, { user }) => {
    const { id, organizationId } = await rowOf(server, 'projects', project)
    const share = { id: newId(), organization_id: organizationId, project_id: id, user_id: user.id, role }
    await insert(server, 'project_shares', share)
  }
}

async function teamOf(
  server: TestServer,
  organizationId: string,
  { user }: Person,
  role: 'lead' | 'member',
): Promise<string> {
  const [id, ids] = [newId(), { organization_id: organizationId, user_id: user.id }]
  await insert(server, 'teams', {
    ...{ id, organization_id: organizationId, slug: `team-${id}`, name: 'Theirs', created_by: user.id },
  })
  await insert(server, 'team_members', { team_id: id, ...ids, role })
  return id
}

async function rowOf({ app: { database } }: TestServer, table: string, slug: string | undefined) {
  const [row] = await database.run<{ id: string; organizationId: string }>(
    `select id, organization_id as "organizationId" from ${table} where slug = $1`,
    [slug],
  )
  return row!
}

async function change({ app: { database } }: TestServer, sql: string, ...values: unknown[]): Promise<void> {
  await database.run(sql, values)
}
