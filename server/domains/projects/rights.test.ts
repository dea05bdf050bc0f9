import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { overHttp, overMcp } from '../../../test/both-doors.ts'
import {
  type Agent,
  type Person,
  type TestServer,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { createTeam } from '../../../test/teams.ts'
import { addMember, join } from '../../../test/world.ts'
import type { Role } from '../../operations/caller.ts'
import { operations } from '../../assembly/registry.ts'

/*
 * Checks the rights of every relation to a project, for every visibility.
 */
const visibilities = ['private', 'team', 'organization'] as const
type Visibility = (typeof visibilities)[number]
const rights = ['none', 'view', 'edit', 'manage'] as const
type Right = (typeof rights)[number]

const table: Record<string, [role: Role, ...Right[]]> = {
  // Role in the organization, then the right for each visibility: private, team, organization.
  'an owner of the organization': ['owner', 'manage', 'manage', 'manage'],
  'an admin of the organization': ['admin', 'manage', 'manage', 'manage'],
  'its creator': ['member', 'manage', 'manage', 'manage'],
  'its creator, a guest by now': ['guest', 'none', 'none', 'none'],
  'a lead of its team': ['member', 'manage', 'manage', 'manage'],
  'a member of its team': ['member', 'none', 'edit', 'edit'],
  'a lead of its team, a guest by mistake': ['guest', 'none', 'none', 'none'],
  'in a team that is a viewer': ['member', 'view', 'view', 'edit'],
  'in a team that is an editor': ['member', 'edit', 'edit', 'edit'],
  'a guest, by mistake in a team that is an editor': ['guest', 'none', 'none', 'none'],
  'a member who is a viewer': ['member', 'view', 'view', 'edit'],
  'a member who is an editor': ['member', 'edit', 'edit', 'edit'],
  'a guest who is a viewer': ['guest', 'view', 'view', 'view'],
  'a guest who is an editor': ['guest', 'edit', 'edit', 'edit'],
  'a guest with nothing': ['guest', 'none', 'none', 'none'],
  'any other member': ['member', 'none', 'none', 'edit'],
}
/** Relations that the project is shared with by name. */
const byName = [
  ['a member who is a viewer', 'viewer'],
  ['a member who is an editor', 'editor'],
  ['a guest who is a viewer', 'viewer'],
  ['a guest who is an editor', 'editor'],
] as const
const relations = Object.keys(table)
const expected = (relation: string, visibility: Visibility) =>
  table[relation]![visibilities.indexOf(visibility) + 1] as Right

for (const engine of oneEngine) {
  describe(`rights in a project, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    const people = new Map<string, Person>()
    const agents = new Map<string, Agent>()
    /** One project per visibility, and one more each that a later guest created. */
    const projects = new Map<string, string>()
    const projectOf = (relation: string, visibility: Visibility) =>
      projects.get(relation.startsWith('its creator,') ? `former ${visibility}` : visibility)!

    before(async () => {
      server = await startTestServer(engine)
      owner = await server.register('Owner')
      people.set(relations[0]!, owner)
      for (const relation of relations.slice(1)) {
        const [role] = table[relation]!
        people.set(relation, await addMember(server, owner, role === 'guest' ? 'member' : role))
      }
      const all = (start: string) => relations.filter((each) => each.startsWith(start)).map(personFor)
      const team = await createTeam(server, owner, {
        name: 'makers',
        leads: all('a lead'),
        members: [...all('a member of'), ...all('its creator')],
      })
      const viewers = await createTeam(server, owner, {
        name: 'viewers',
        members: all('in a team that is a viewer'),
      })
      const editors = await createTeam(server, owner, {
        name: 'editors',
        members: [...all('in a team that is an editor'), ...all('a guest, by mistake')],
      })
      for (const visibility of visibilities) {
        for (const [key, creator] of [
          [visibility, 'its creator'],
          [`former ${visibility}`, 'its creator, a guest by now'],
        ] as const) {
          const { call } = personFor(creator)
          const { slug } = await call('projects.create', { name: key, visibility, team: team.slug })
          projects.set(key, slug)
          await call('projects.share', { project: slug, team: viewers.slug, role: 'viewer' })
          await call('projects.share', { project: slug, team: editors.slug, role: 'editor' })
          for (const [relation, role] of byName) {
            const { username } = personFor(relation).user
            await call('projects.share', { project: slug, user: username, role })
          }
        }
      }
      for (const [relation, [role]] of Object.entries(table)) {
        if (role === 'guest') await join(server, personFor(relation), owner, 'guest')
        agents.set(relation, await personFor(relation).agent())
      }
    })
    after(async () => {
      for (const agent of agents.values()) await agent.close()
      await server.stop()
    })

    for (const relation of relations) {
      for (const door of ['HTTP', 'MCP'] as const) {
        it(`gives the expected right to ${relation} over ${door}`, async () => {
          for (const visibility of visibilities) {
            const project = projectOf(relation, visibility)
            const right = expected(relation, visibility)
            const prefix = `${visibility}: `
            assert.equal(prefix + (await claimedRight(door, relation, project)), prefix + right)
            assert.equal(prefix + (await listedRight(door, relation, project)), prefix + right)
            assert.equal(prefix + (await enforcedRight(door, relation, project)), prefix + right)
          }
        })
      }

      it(`never takes a right from ${relation} when the visibility grows`, async () => {
        const claimed: Right[] = []
        for (const visibility of visibilities)
          claimed.push(await claimedRight('HTTP', relation, projectOf(relation, visibility)))
        assert.deepEqual(
          claimed,
          claimed.toSorted((a, b) => rank(a) - rank(b)),
        )
      })

      if (byName.every(([shared]) => shared !== relation))
        it(`never takes a right from ${relation} when the project is shared with them`, async () => {
          for (const visibility of visibilities) {
            const input = { project: projectOf(relation, visibility), user: personFor(relation).user.id }
            const right = expected(relation, visibility)
            for (const [role, atLeast] of [
              ['viewer', 'view'],
              ['editor', 'edit'],
            ] as const) {
              await owner.call('projects.share', { ...input, role })
              const shared = await claimedRight('HTTP', relation, input.project)
              assert.equal(shared, rights[Math.max(rank(right), rank(atLeast))], `${visibility} as ${role}`)
            }
            await owner.call('projects.unshare', input)
            assert.equal(
              await claimedRight('HTTP', relation, input.project),
              right,
              'ending the share restores the right',
            )
          }
        })
    }

    function personFor(relation: string): Person {
      return people.get(relation)!
    }

    /** Returns the right that the response of the project claims. */
    async function claimedRight(door: Door, relation: string, project: string): Promise<Right> {
      const { status, body } = await send(door, relation, 'projects.get', {
        project,
        ...(door === 'MCP' && { detail: 'full' }),
      })
      if (status === 404) return 'none'
      assert.equal(status, 200)
      return rightOf(body)
    }

    async function listedRight(door: Door, relation: string, project: string): Promise<Right> {
      const input = door === 'MCP' ? { detail: 'full', limit: 50 } : { limit: 200 }
      const { body } = await send(door, relation, 'projects.list', input)
      const found = (body.items as ProjectBody[]).find(({ slug }) => slug === project)
      return found ? rightOf(found) : 'none'
    }

    /** Returns the right that operations actually enforce. */
    async function enforcedRight(door: Door, relation: string, project: string): Promise<Right> {
      const archived = await send(door, relation, 'projects.archive', { project })
      if (archived.status < 400) {
        await owner.call('projects.unarchive', { project })
        return 'manage'
      }
      const changed = await send(door, relation, 'projects.update', {
        project,
        description: `${relation} ${door}`,
      })
      const statuses = [archived.status, changed.status]
      if (changed.status < 400) return 'edit'
      assert.deepEqual(statuses, changed.status === 404 ? [404, 404] : [403, 403])
      return changed.status === 404 ? 'none' : 'view'
    }

    async function send(door: Door, relation: string, id: string, input: Record<string, unknown>) {
      const { operation } = operations.find((each) => each.operation.id === id)!
      const { status, text } =
        door === 'HTTP'
          ? await overHttp(server, operation, personFor(relation).token, input)
          : await overMcp(operation, agents.get(relation)!, input)
      return { status, body: JSON.parse(text) as ProjectBody & { items?: unknown } }
    }
  })
}

type Door = 'HTTP' | 'MCP'

interface ProjectBody {
  slug: string
  may: { edit: boolean; manage: boolean }
}

function rightOf({ may }: ProjectBody): Right {
  return may.manage ? 'manage' : may.edit ? 'edit' : 'view'
}

function rank(right: Right): number {
  return rights.indexOf(right)
}
