import { type Sql, sql } from '../server/database/sql.ts'
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
              sql`update ${sql.raw(tablesOf[kind])} set created_by = ${author} where id = ${things[kind]}`,
            )
      },
    },
    creator: {
      least: 'member',
      relate: (server, { project }, { user }) =>
        change(server, sql`update projects set created_by = ${user.id} where slug = ${project!}`),
    },
    lead: {
      least: 'member',
      async relate(server, { project }, person) {
        const { id, organizationId } = await rowOf(server, 'projects', project)
        const teamId = await teamOf(server, organizationId, person, 'lead')
        await change(
          server,
          sql`update projects set visibility = 'team', team_id = ${teamId} where id = ${id}`,
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
        change(server, sql`update workspaces set owner_id = ${user.id} where id = ${workspace!}`),
    },
    viewer: { least: 'member', relate: shareWorkspace('viewer') },
    editor: { least: 'member', relate: shareWorkspace('editor') },
  },
  agent: {
    'owner of it': {
      least: 'member',
      relate: (server, { agent }, { user }) =>
        change(server, sql`update agents set owner_id = ${user.id} where id = ${agent!}`),
    },
  },
  view: {
    'owner of it': {
      least: 'member',
      relate: (server, { view }, { user }) =>
        change(server, sql`update views set owner_id = ${user.id} where id = ${view!}`),
    },
  },
  skill: {
    'owner of it': {
      least: 'member',
      relate: (server, { skill }, { user }) =>
        change(server, sql`update skills set owner_id = ${user.id} where id = ${skill!}`),
    },
    lead: { least: 'member', relate: joinTeam('lead') },
    'in the team': { least: 'member', relate: joinTeam('member') },
  },
  marketplaceItem: {
    author: {
      least: 'member',
      relate: (server, { marketplaceItem }, { user }) =>
        change(
          server,
          sql`update marketplace_items set published_by = ${JSON.stringify(userActor(user))} where id = ${marketplaceItem!}`,
        ),
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
        await change(server, sql`update invitations set team_id = ${teamId} where id = ${invitation!}`)
      },
    },
    invited: {
      least: 'guest',
      async relate(server, { invitation }, { user }) {
        await change(server, sql`update users set email_verified_at = now() where id = ${user.id}`)
        await change(server, sql`delete from invitations where email = ${user.email}`)
        await change(server, sql`update invitations set email = ${user.email} where id = ${invitation!}`)
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
      workspace_id: id,
      team_id,
      organization_id: organizationId,
      role,
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
    id,
    organization_id: organizationId,
    slug: `team-${id}`,
    name: 'Theirs',
    created_by: user.id,
  })
  await insert(server, 'team_members', { team_id: id, ...ids, role })
  return id
}

async function rowOf({ app: { database } }: TestServer, table: string, ref: string | undefined, by = 'slug') {
  const [row] = await database.run<{ id: string; organizationId: string }>(
    sql`select id, organization_id as "organizationId" from ${sql.raw(table)} where ${sql.raw(by)} = ${ref!}`,
  )
  return row!
}

export async function change({ app: { database } }: TestServer, statement: Sql): Promise<void> {
  await database.run(statement)
}
