import type { Relation } from '../server/operations/access.ts'
import { type Role, userActor } from '../server/operations/caller.ts'
import type { Operation } from '../server/operations/operation.ts'
import { type Standing, passes } from '../server/operations/permission-table.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { type Reference, neededKinds, referencesOf } from './sample-input.ts'
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
  { who: 'a member who wrote it', role: 'member', relation: 'author' },
  { who: 'a member who leads its team', role: 'member', relation: 'lead' },
  { who: 'a member who is in the team', role: 'member', relation: 'in the team' },
  { who: 'a member who owns it', role: 'member', relation: 'owner of it' },
  { who: 'a member who brought it', role: 'member', relation: 'author' },
  { who: 'a member, of themselves', role: 'member', relation: 'oneself' },
  { who: 'a member who was invited', role: 'member', relation: 'invited' },
  { who: 'an admin', role: 'admin', hidden: true },
  { who: 'an owner', role: 'owner', hidden: true },
  { who: 'a platform admin who is in no organization', role: null, platformAdmin: true },
]

type Relate = (server: TestServer, things: Things, person: Person) => Promise<void>

/** By the kind of thing that somebody has a relation to. */
const tablesOf = { comment: 'comments', evidence: 'evidence' }

const relations: Record<string, Partial<Record<Relation, { least: Role; relate: Relate }>>> = {
  project: {
    viewer: { least: 'guest', relate: shareProject('viewer') },
    editor: { least: 'guest', relate: shareProject('editor') },
    // For what they can do with their own share.
    oneself: {
      least: 'guest',
      async relate(server, things, person) {
        await shareProject('viewer')(server, things, person)
        things.member = person.user.id
      },
    },
    // Of what was said or brought there by somebody who may change the project: nobody else may change it.
    author: {
      least: 'guest',
      async relate(server, things, person) {
        await shareProject('editor')(server, things, person)
        const author = JSON.stringify(userActor(person.user))
        for (const kind of ['comment', 'evidence'] as const)
          if (things[kind])
            await change(
              server,
              `update ${tablesOf[kind]} set created_by = $2 where id = $1`,
              things[kind],
              author,
            )
      },
    },
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
    lead: { least: 'member', relate: joinTeam('lead') },
    'in the team': { least: 'member', relate: joinTeam('member') },
  },
  workspace: {
    'owner of it': {
      least: 'member',
      relate: (server, { workspace }, { user }) =>
        change(server, 'update workspaces set owner_id = $2 where id = $1', workspace, user.id),
    },
    viewer: { least: 'member', relate: shareWorkspace('viewer') },
    editor: { least: 'member', relate: shareWorkspace('editor') },
  },
  view: {
    'owner of it': {
      least: 'member',
      relate: (server, { view }, { user }) =>
        change(server, 'update views set owner_id = $2 where id = $1', view, user.id),
    },
  },
  member: {
    oneself: { least: 'guest', relate: async (_, things, { user }) => void (things.member = user.id) },
  },
  teamMember: {
    oneself: {
      least: 'member',
      async relate(server, things, person) {
        await joinTeam('member')(server, things, person)
        things.teamMember = person.user.id
      },
    },
  },
  invitation: {
    lead: {
      least: 'member',
      async relate(server, { invitation }, person) {
        const { organizationId } = await rowOf(server, 'invitations', invitation, 'id')
        const teamId = await teamOf(server, organizationId, person, 'lead')
        await change(server, 'update invitations set team_id = $2 where id = $1', invitation, teamId)
      },
    },
    invited: {
      least: 'guest',
      async relate(server, { invitation }, { user }) {
        await change(server, 'update users set email_verified_at = now() where id = $1', user.id)
        await change(server, 'delete from invitations where email = $1', user.email)
        await change(server, 'update invitations set email = $2 where id = $1', invitation, user.email)
      },
    },
  },
}

/** What is in a project is seen and changed by whoever may do so with the project. */
const inProject = [
  ...[
    'task',
    'trash',
    'feature',
    'evidence',
    'epic',
    'story',
    'storyTask',
    'item',
    'view',
    'comment',
    'event',
  ],
]

function rootOf(kind: string): string {
  return inProject.includes(kind) ? 'project' : kind
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
export function settingFor(operation: Operation, standing: TriedStanding): Setting | undefined {
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
export async function take(
  server: TestServer,
  things: Things,
  { bearer }: Setting,
  { relation, hidden }: TriedStanding,
  person: Person,
): Promise<void> {
  if (things.project && (hidden || bearer === 'project'))
    await change(server, `update projects set visibility = 'private' where slug = $1`, things.project)
  if (bearer && relation) await relations[bearer]![relation]!.relate(server, things, person)
}

export type Outcome = 'passes' | 403 | 404

/** What the permission table says. */
export function expectedOf({ access }: Operation, setting: Setting, standing: TriedStanding): Outcome {
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
  const unseen = (!relation && role === 'member' && roots.includes('workspace')) || ofOne
  return unseen && !access.platformAdmin ? 404 : 403
}

function joinTeam(role: 'lead' | 'member'): Relate {
  return async (server, { team }, { user }) => {
    const { id: team_id, organizationId: organization_id } = await rowOf(server, 'teams', team)
    await insert(server, 'team_members', { team_id, organization_id, user_id: user.id, role })
  }
}

/** A workspace is shared with teams alone. */
function shareWorkspace(role: 'viewer' | 'editor'): Relate {
  return async (server, { workspace }, person) => {
    const { id, organizationId } = await rowOf(server, 'workspaces', workspace, 'id')
    const team_id = await teamOf(server, organizationId, person, 'member')
    await insert(server, 'workspace_teams', {
      ...{ workspace_id: id, team_id, organization_id: organizationId, role },
    })
  }
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

async function rowOf({ app: { database } }: TestServer, table: string, ref: string | undefined, by = 'slug') {
  const [row] = await database.run<{ id: string; organizationId: string }>(
    `select id, organization_id as "organizationId" from ${table} where ${by} = $1`,
    [ref],
  )
  return row!
}

async function change({ app: { database } }: TestServer, sql: string, ...values: unknown[]): Promise<void> {
  await database.run(sql, values)
}
