import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { SearchKind } from '../server/domains/search/kinds.ts'
import { type Placement, addSearchableThings, kindsIn, titleOf } from './searchable-things.ts'
import { type Person, type TestServer, engines, indexed, startOwnServer } from './harness.ts'
import { addMember, addTeam } from './world.ts'

/* Searches for every kind of thing in every place as every kind of user. */

type Finder = { who: string; finds: readonly Placement[] }
const publicPlaces: Placement[] = ['public', 'Baton']
const organizationPlaces: Placement[] = [...publicPlaces, 'open project', 'organization']
const finders: Finder[] = [
  { who: 'its owner', finds: [...organizationPlaces, 'private project', 'own', 'team'] },
  { who: 'an admin', finds: [...organizationPlaces, 'private project', 'team'] },
  { who: 'a member', finds: organizationPlaces },
  { who: 'a member of the team', finds: [...organizationPlaces, 'team'] },
  { who: 'a guest', finds: publicPlaces },
  { who: 'a guest with access to the private project', finds: [...publicPlaces, 'private project'] },
  { who: 'an API key of the private project', finds: [...publicPlaces, 'private project'] },
  { who: 'the owner of another organization', finds: publicPlaces },
]

for (const engine of engines) {
  describe(`search results, on ${engine}`, () => {
    let server: TestServer
    const tokens = new Map<string, string>()
    before(async () => {
      server = await startOwnServer(engine)
      await server.register('Operator')
      const owner = await server.register('Owner')
      await build(owner)
      await indexed(server)
    })
    after(() => server.stop())

    async function build(owner: Person): Promise<void> {
      const { database } = server.app
      const open = await owner.call('projects.create', { name: 'Open' })
      const hidden = await owner.call('projects.create', { name: 'Hidden', visibility: 'private' })
      const slug = await addTeam(server, owner)
      const [team] = await database.run<{ id: string }>(sql`select id from teams where slug = ${slug}`)
      await addSearchableThings(server, { owner, open: open.id, private: hidden.id, team: team!.id }, 'zebra')

      const inTeam = await addMember(server, owner, 'member')
      const invitedGuest = await addMember(server, owner, 'guest')
      const people = {
        'its owner': owner,
        'an admin': await addMember(server, owner, 'admin'),
        'a member': await addMember(server, owner, 'member'),
        'a member of the team': inTeam,
        'a guest': await addMember(server, owner, 'guest'),
        'a guest with access to the private project': invitedGuest,
        'the owner of another organization': await server.register('Stranger'),
      }
      for (const [who, { token }] of Object.entries(people)) tokens.set(who, token)
      await database.run(
        sql`insert into team_members (team_id, organization_id, user_id, role) values (${team!.id},
          ${owner.organization.id}, ${inTeam.user.id}, 'member')`,
      )
      await owner.call('projects.share', {
        project: 'hidden',
        user: invitedGuest.user.username,
        role: 'viewer',
      })
      const projectKey = await owner.call('credentials.createApiKey', { name: 'bound', project: 'hidden' })
      tokens.set('an API key of the private project', projectKey.value)
    }

    for (const { who, finds } of finders) {
      it(`returns to ${who} the things in: ${finds.join(', ')}`, async () => {
        const call = server.client(tokens.get(who)!)
        const found = new Set<string>()
        let cursor: string | null | undefined
        do {
          const page = await call('search.find', { q: 'zebra', limit: 50, ...(cursor && { cursor }) })
          for (const { kind, title, snippet } of page.items)
            found.add(
              title.startsWith(kind)
                ? title
                : snippet
                    .map(({ text }) => text)
                    .join('')
                    .replace('zebra ', ''),
            )
          cursor = page.nextCursor
        } while (cursor)
        assert.deepEqual([...found].toSorted(), expected(finds).toSorted())
      })
    }

    it('returns only public things without an account', async () => {
      const { items } = await server.anonymous('search.findPublic', { q: 'zebra', limit: 50 })
      assert.deepEqual(items.map(({ title }) => title).toSorted(), ['skill in Baton', 'skill in public'])
    })
  })
}

function expected(finds: readonly Placement[]): string[] {
  return Object.entries(kindsIn).flatMap(([kind, where]) =>
    where
      .filter((placement) => finds.includes(placement))
      .map((placement) => titleOf(kind as SearchKind, placement)),
  )
}
