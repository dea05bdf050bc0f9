import type { Relation } from '../server/operations/access.ts'
import { type Role, userActor } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { type Things, insert } from './things.ts'

/* Sets up a user's relation to an item. Used by `memberships.ts`. */
type Relate = (server: TestServer, things: Things, person: Person) => Promise<void>

/** The table of each kind of item that has an author. */
const tablesOf = { comment: 'comments', evidence: 'evidence' }

export const relations: Record<string, Partial<Record<Relation, { least: Role; relate: Relate }>>> = {
  project: {
    viewer: { least: 'guest', relate: shareProject('viewer') },
    editor: { least: 'guest', relate: shareProject('editor') },
    // For operations on their own share.
    oneself: {
      least: 'guest',
      async relate(server, things, person) {
        await shareProject('viewer')(server, things, person)
        things.member = person.user.id
      },
    },
    // The author of a comment or evidence, with edit access to the project: no one else can change these.
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
  agent: {
    'owner of it': {
      least: 'member',
      relate: (server, { agent }, { user }) =>
        change(server, 'update agents set owner_id = $2 where id = $1', agent, user.id),
    },
  },
  view: {
    'owner of it': {
      least: 'member',
      relate: (server, { view }, { user }) =>
        change(server, 'update views set owner_id = $2 where id = $1', view, user.id),
    },
  },
  skill: {
    'owner of it': {
      least: 'member',
      relate: (server, { skill }, { user }) =>
        change(server, 'update skills set owner_id = $2 where id = $1', skill, user.id),
    },
    lead: { least: 'member', relate: joinTeam('lead') },
    'in the team': { least: 'member', relate: joinTeam('member') },
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

function joinTeam(role: 'lead' | 'member'): Relate {
  return async (server, { team }, { user }) => {
    const { id: team_id, organizationId: organization_id } = await rowOf(server, 'teams', team)
    await insert(server, 'team_members', { team_id, organization_id, user_id: user.id, role })
  }
}

/** Shares a workspace with a team of the user. Workspaces can't be shared with single users. */
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

export async function change(
  { app: { database } }: TestServer,
  sql: string,
  ...values: unknown[]
): Promise<void> {
  await database.run(sql, values)
}
