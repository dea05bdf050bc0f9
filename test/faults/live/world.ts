import { addMember } from '../../world.ts'
import { type Person, clientFor, runTestServer } from '../../harness.ts'
import { createTeam } from '../../teams.ts'
import { type Subscription, marker } from './subscriber.ts'
import type { LiveWriter } from './writers.ts'

/** The columns of a journal row that decide who receives it. */
export interface ReceivedEvent {
  id: string
  xid: bigint
  seq: bigint
  project_id: string | null
  private_to: string | null
  subject_id: string
}

export interface SubscriberKind extends Subscription {
  /**
   * Returns whether this subscriber receives a journal row of the organization. Permissions never change during the
   * test.
   */
  receives(row: ReceivedEvent): boolean
  /** Number of the last writes that it receives. */
  markers: number
}

export interface LiveWorld {
  organizationId: string
  kinds: SubscriberKind[]
  writers: LiveWriter[]
  /** Writes the marker to every project and profile, as the last event of each. */
  writeMarkers(node: string): Promise<void>
}

/**
 * Builds an organization: Ada owns it and sees everything, Grace is a member who can't see one project, and Gus is a
 * guest with access to one project. A stranger writes in another organization, whose events none of them receive.
 */
export async function buildLiveWorld(settings: Record<string, string>): Promise<LiveWorld> {
  const server = await runTestServer({ ...settings, PORT: '0', LOG_LEVEL: 'silent' })
  const ada = await server.register('Ada')
  const grace = await addMember(server, ada, 'member')
  const gus = await addMember(server, ada, 'guest')
  const stranger = await server.register('Stranger')
  await stranger.call('projects.create', { name: 'Elsewhere' })
  const shown = await ada.call('projects.create', { name: 'Website' })
  const ofTeam = await ada.call('projects.create', { name: 'App' })
  const hidden = await ada.call('projects.create', { name: 'Plans', visibility: 'private' })
  const team = await createTeam(server, ada, { members: [grace], projects: ['website', 'app'] })
  await ada.call('projects.share', { project: 'website', user: gus.user.username, role: 'viewer' })
  const tokens = new Map<Person, string>()
  for (const person of [ada, grace, gus, stranger])
    tokens.set(person, (await person.call('credentials.createMcpToken', { name: 'agent' })).value)
  const key = (await grace.call('credentials.createApiKey', { name: 'key' })).value
  const projectKey = (await ada.call('credentials.createApiKey', { name: 'bound', project: 'app' })).value
  await server.stop()

  const sees = (person: Person, projects: { id: string }[], row: ReceivedEvent, member = true): boolean => {
    if (row.private_to !== null && row.private_to !== person.user.id) return false
    if (row.project_id !== null) return projects.some(({ id }) => id === row.project_id)
    return member || row.private_to !== null
  }
  const everything = [shown, ofTeam, hidden]
  const visible = [shown, ofTeam]
  const kinds: SubscriberKind[] = [
    {
      name: 'the owner, everything',
      token: ada.token,
      topic: 'organization',
      markers: 4,
      receives: (row) => sees(ada, everything, row),
    },
    {
      name: 'a member, everything',
      token: key,
      topic: 'organization',
      markers: 3,
      receives: (row) => sees(grace, visible, row),
    },
    {
      name: 'a guest, everything',
      token: gus.token,
      topic: 'organization',
      markers: 2,
      receives: (row) => sees(gus, [shown], row, false),
    },
    {
      name: 'a key for one project',
      token: projectKey,
      topic: 'organization',
      markers: 1,
      receives: (row) => row.private_to === null && row.project_id === ofTeam.id,
    },
    {
      name: 'a member, one project',
      token: grace.token,
      topic: 'project:app',
      markers: 1,
      receives: (row) => row.private_to === null && row.project_id === ofTeam.id,
    },
    {
      name: 'a guest, one project',
      token: tokens.get(gus)!,
      topic: 'project:website',
      markers: 1,
      receives: (row) => row.private_to === null && row.project_id === shown.id,
    },
    {
      name: 'an agent, a private project',
      token: tokens.get(ada)!,
      topic: 'project:plans',
      markers: 1,
      receives: (row) => row.private_to === null && row.project_id === hidden.id,
    },
    {
      name: 'a member, themselves',
      token: grace.token,
      topic: 'me',
      markers: 1,
      receives: (row) => row.private_to === grace.user.id,
    },
    {
      name: 'a member, a team',
      token: grace.token,
      topic: `team:${team.id}`,
      markers: 2,
      receives: (row) =>
        row.private_to === null &&
        (row.project_id === null ? row.subject_id === team.id : sees(grace, visible, row)),
    },
  ]
  return {
    organizationId: ada.organization.id,
    kinds,
    writers: [
      { person: ada, mcpToken: tokens.get(ada)!, projects: ['website', 'app', 'plans'] },
      { person: grace, mcpToken: tokens.get(grace)!, projects: ['website', 'app'] },
      { person: stranger, mcpToken: tokens.get(stranger)!, projects: ['elsewhere'] },
    ],
    async writeMarkers(node) {
      for (const { token } of [ada, grace, gus])
        await clientFor(node, token)('accounts.updateProfile', { bio: marker })
      for (const { slug } of everything)
        await clientFor(node, ada.token)('tasks.create', { project: slug, title: marker })
    },
  }
}
