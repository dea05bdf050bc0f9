import { sql } from '../server/database/sql.ts'
import type { Role } from '../server/operations/caller.ts'
import { hashSecret, createEmailToken } from '../server/domains/auth/accounts/email-tokens.ts'
import type { Operation } from '../server/operations/operation.ts'
import { approveDevice, requestDevice, claimDevice } from './devices.ts'
import { givenCodeHosts } from './given-code-hosts.ts'
import { givenCommunity } from './given-community.ts'
import { givenContent } from './given-content.ts'
import { givenInstance } from './given-instance.ts'
import { givenKnowledge } from './given-knowledge.ts'
import { browserSecret } from './given-browser.ts'
import { givenIssues } from './given-issues.ts'
import { givenMarketplace } from './given-marketplace.ts'
import { givenMcpSignIn } from './given-mcp-sign-in.ts'
import { givenNotifications } from './given-notifications.ts'
import { givenOverview } from './given-overview.ts'
import { givenPeople } from './given-people.ts'
import { givenProfiles } from './given-profiles.ts'
import { givenSecondFactor } from './given-second-factor.ts'
import { givenSync } from './given-sync.ts'
import { givenTunnels } from './given-tunnels.ts'
import type { Person, TestServer } from './harness.ts'
import { codeIn, watchOutbox } from './partners/mail.ts'
import { addPasskey, createAuthenticator } from './partners/authenticator.ts'
import { teamProject } from './team-things.ts'
import { newId, randomSecret } from '../server/platform/ids.ts'
import { neededKinds, sampleInput } from './sample-input.ts'
import { type Things, buildThings, insert, otherUser } from './things.ts'
import { addToTeam } from './world.ts'

/*
 * Inputs that a schema doesn't determine. The generated tests derive an input from an operation's schema. Where that
 * fails, because a password must be right or the caller must own a thing, the input comes from here.
 */
export { browser } from './given-browser.ts'

export type Given = (
  person: Person,
  server: TestServer,
  things: Things,
) => Promise<Record<string, unknown>> | Record<string, unknown>

const given: Record<string, Given> = {
  ...givenCodeHosts,
  ...givenCommunity,
  ...givenContent,
  ...givenInstance,
  ...givenKnowledge,
  ...givenIssues,
  ...givenMarketplace,
  ...givenMcpSignIn,
  ...givenNotifications,
  ...givenOverview,
  ...givenPeople,
  ...givenProfiles,
  ...givenSecondFactor,
  ...givenSync,
  ...givenTunnels,
  async 'accounts.delete'({ user }, { app }) {
    // The last administrator and the last owner can't delete their accounts.
    await app.database.run(sql`update users set role = 'admin'`)
    await app.database.run(sql`update memberships set role = 'owner'`)
    return { confirm: user.username }
  },
  async 'accounts.keep'({ user }, { app }) {
    await app.database.run(sql`update users set erase_at = now() + interval '1 day' where id = ${user.id}`)
    return {}
  },
  'accounts.logIn': ({ email, password }) => ({ email, password }),
  'accounts.changePassword': ({ password }) => ({ current: password, password }),
  'accounts.verifyEmail': async ({ user }, { app }) => ({
    token: await createEmailToken(app.database, 'verify_email', user.id, user.email),
  }),
  // Ends every login, so it runs for a new user.
  'accounts.resetPassword': async (_person, server) => ({
    token: await linkToken(await server.register('Stranger'), server, 'reset_password'),
    password: 'a password nobody has guessed',
  }),
  'magicLinks.verify': async (person, server) => ({ token: await linkToken(person, server, 'magic_link') }),
  async 'otp.verify'({ email }, server) {
    const { request } = await server.anonymous('otp.send', { email })
    const [created] = await server.app.database.run<{ id: string }>(
      sql`select id from email_codes where email = ${email} and used_at is null`,
    )
    const mails = await watchOutbox(server.environment.DATA_DIR!)
    await server.app.auth.sendCode({ id: created!.id, email, network: '', userAgent: '' })
    const code = codeIn(await mails.next(email))
    await mails.close()
    return { request, code }
  },
  async 'passkeys.finishRegistration'(person, { app }) {
    const authenticator = createAuthenticator(new URL(app.config.APP_URL).origin)
    return { response: authenticator.create(await person.call('passkeys.beginRegistration', {})) }
  },
  async 'passkeys.finishAuthentication'(person, server) {
    const { authenticator } = await addPasskey(server, person)
    return { response: authenticator.get(await server.anonymous('passkeys.beginAuthentication', {})) }
  },
  'credentials.updateMcpToken': () => ({ profile: 'core' }),
  'deviceFlow.approve': async (person, server) => ({
    userCode: (await claimDevice(server, person)).userCode,
  }),
  'deviceFlow.claim': async (_person, server) => ({ userCode: (await requestDevice(server)).userCode }),
  'deviceFlow.poll': async (person, server) => ({
    device_code: (await approveDevice(server, person)).deviceCode,
  }),
  async 'sandbox.wipe'(person) {
    await person.call('credentials.createApiKey', { name: 'test', mode: 'test' })
    return {}
  },
  async 'images.get'({ user }, { app }) {
    const image = newId()
    const row = sql`${image}, ${user.id}, 'image/png', ''`
    await app.database.run(sql`insert into images (id, user_id, type, bytes) values (${row})`)
    return { image }
  },
  async 'organizations.delete'({ call }) {
    return { confirm: (await call('organizations.create', { name: 'Short-lived' })).slug }
  },
  // Switches to the current organization, where the next operations find their things.
  'organizations.switch': async (person) => ({ organization: (await currentOrganization(person)).id }),
  'organizations.transfer': async (person, server) => ({
    to: await addColleague(person, server, 'member'),
  }),
  'organizations.setPlan': () => ({ plan: 'business' }),
  // The organization must keep an owner.
  async 'members.leave'(person, server) {
    await addColleague(person, server, 'owner')
    return {}
  },
  'skills.getPublic': () => ({ slug: 'write-a-spec' }),
  'evidence.add': () => ({ kind: 'note', content: 'a note of the test' }),
  'teamMembers.update': () => ({ role: 'lead' }),
  'teams.getCurrent': ownTeam,
  async 'teams.getTeamAnalytics'(person, server) {
    const team = await person.call('teams.create', { name: 'Measured' })
    return { team: team.slug, project: (await teamProject(server, person, team, 'Measured')).slug }
  },
  'teams.listCurrentMembers': ownTeam,
  'teams.removeTeamAvatar': ownTeam,
  'teams.setTeamAvatar': ownTeam,
  async 'teams.switch'(person, server, { team }) {
    await addToTeam(server, team!, person, 'member')
    return {}
  },
  'teams.updateCurrent': ownTeam,
  'invitations.look': async (person, server) => ({ token: (await createInvitation(person, server)).token }),
  'invitations.accept': createInvitation,
  'invitations.decline': createInvitation,
  'workspaces.sync': () => ({ workspaces: [{ localId: 'here', name: 'Here', path: '/home/here' }] }),
  async 'workspaces.removeProject'(_, { app }, { workspace, project }) {
    await app.database.run(
      sql`insert into workspace_projects (workspace_id, project_id, organization_id)
       select ${workspace!}, id, organization_id from projects where slug = ${project!} on conflict do nothing`,
    )
    return {}
  },
  async 'workspaces.removeFolder'({ call }, _, { workspace, device }) {
    await call('workspaces.setFolder', { workspace: workspace!, device: device!, path: '/home/here' })
    return {}
  },
  async 'workspaces.unshare'(_, { app }, { workspace, team }) {
    await app.database.run(
      sql`insert into workspace_teams (workspace_id, team_id, organization_id, role)
       select ${workspace!}, id, organization_id, 'viewer' from teams where slug = ${team!} on conflict do nothing`,
    )
    return {}
  },
  async 'dependencies.remove'(_, { app }, { task, taskBeside }) {
    await app.database.run(
      sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by)
       select ${task!}, ${taskBeside!}, organization_id, 'blocks', created_by from tasks where id = ${task!}
         on conflict do nothing`,
    )
    return {}
  },
  async 'tasks.claim'({ call }) {
    const { items } = await call('projects.list', {})
    const editable = items.find(({ may }) => may.edit)
    if (editable) await call('tasks.create', { project: editable.slug, title: 'To be claimed' })
    return {}
  },
  async 'tasks.release'(_, { app }, { task }) {
    await app.database.run(
      sql`update tasks set status = 'in_progress', claim_number = 1, claimed_by = created_by, claimed_at = now(),
              lease_until = now() + interval '1 hour' where id = ${task!}`,
    )
    return {}
  },
  // An IP address needs no DNS.
  'webhooks.create': () => ({ url: 'https://93.184.215.14/hook', events: ['task.*'] }),
  'webhooks.update': () => ({ url: 'https://93.184.215.14/hook', events: ['task.*'] }),
  // Another service than a code host, which would test the secret.
  'integrations.connectOwn': () => ({ provider: 'gitlab', secret: 'a secret of the test' }),
  async 'integrations.disconnectOwn'({ call }) {
    await call('integrations.connectOwn', { provider: 'gitlab', secret: 'a secret of the test' })
    return { provider: 'gitlab' }
  },
  // Takes one of two optional references.
  'trash.restoreItem': async (person, server, { trash }) =>
    trash ? {} : { item: (await buildThings(server, person, { only: ['trash'] })).trash },
  'projects.share': ({ user }) => ({ user: user.id }),
  async 'publicProjects.get'(_, server) {
    const { call, user } = await server.register('Publisher')
    const { slug } = await call('projects.create', { name: 'Public', visibility: 'public' })
    return { user: user.username, slug }
  },
  async 'projects.unshare'(_, server, { project }) {
    const user = await otherUser({ server, text: 'Shared with' })
    await server.app.database.run(
      sql`insert into project_shares (id, organization_id, project_id, user_id, role)
       select ${newId()}, organization_id, id, ${user}, 'viewer' from projects where slug = ${project!}`,
    )
    return { user }
  },
  'connectedAccounts.add': () => ({ provider: 'github' }),
  async 'connectedAccounts.remove'({ user }, { app }) {
    const id = newId()
    await app.database.run(
      sql`insert into identities (id, user_id, provider, issuer, subject)
        values (${id}, ${user.id}, 'github', ${app.config.GITHUB_URL}, ${id}::uuid::text)`,
    )
    return { provider: 'github' }
  },
  async 'oauth.finish'({ user }, { app }) {
    const ticket = newId()
    await app.database.run(
      sql`insert into sign_in_tickets (hash, browser_hash, user_id, method, expires_at)
       values (${hashSecret(ticket)}, ${hashSecret(browserSecret)}, ${user.id}, 'github',
         now() + interval '1 minute')`,
    )
    return { ticket }
  },
}

/** Creates a team that the person leads. */
async function ownTeam({ call }: Person) {
  return { team: (await call('teams.create', { name: 'Own' })).slug }
}

/** Operations that end what the others need. Tests run them last, or only where they are rejected. */
export const endings = [
  'organizations.create',
  'organizations.transfer',
  'organizations.delete',
  'members.leave',
  'logins.revokeOthers',
  'secondFactor.usePasskeys',
  'accounts.delete',
  'accounts.logOut',
]

/** Creates the special input of an operation, if it needs one. */
export async function givenFor(id: string, person: Person, server: TestServer, things: Things) {
  if (!given[id]) return {}
  // Earlier calls must not count against limits of a few calls per minute.
  await server.app.database.run(sql`delete from rate_limits`)
  return given[id](person, server, things)
}

/** Creates an input with which `person` succeeds, on new things of `owner`. */
export async function workingInput(
  operation: Operation,
  { owner, person = owner, server }: { owner: Person; person?: Person; server: TestServer },
): Promise<Record<string, unknown>> {
  const things = await buildThings(server, owner, { person, only: neededKinds(operation) })
  return { ...sampleInput(operation, things), ...(await givenFor(operation.id, person, server, things)) }
}

async function currentOrganization({ call }: Person) {
  return (await call('accounts.getMe', {})).organization!
}

/** Adds a new member to the person's current organization, which may not be their first one. */
async function addColleague(person: Person, server: TestServer, role: Role): Promise<string> {
  const { id: organization_id } = await currentOrganization(person)
  const user_id = await otherUser({ server, text: 'Beside' })
  await insert(server, 'memberships', { organization_id, user_id, role })
  return user_id
}

/** Invites a person to their current organization, so that accepting doesn't move them. */
async function createInvitation({ user }: Person, { app }: TestServer) {
  const token = randomSecret()
  const [invitation] = await app.database.run<{ id: string }>(
    sql`insert into invitations (id, organization_id, email, role, hash, invited_by, expires_at)
     select ${newId()}, m.organization_id, u.email, 'member', ${hashSecret(token)}, m.user_id,
       now() + interval '1 day'
       from users u join memberships m on m.organization_id = u.last_organization_id and m.role = 'owner'
      where u.id = ${user.id} limit 1
     on conflict (organization_id, lower(email)) where status = 'pending' do update set hash = excluded.hash
     returning id`,
  )
  return { invitation: invitation!.id, token }
}

function linkToken({ user }: Person, { app }: TestServer, purpose: 'magic_link' | 'reset_password') {
  return createEmailToken(app.database, purpose, user.id, user.email)
}
