import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, agentToken, impersonate } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`team presence, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    it('shows a member as online for 2 minutes, away for 15, then offline', async () => {
      const { slug, people } = await teamOf('One', 'Three', 'Fourteen', 'Sixteen')
      for (const [index, minutes] of [1, 3, 14, 16].entries()) await lastSeen(people[index]!, minutes)
      const presence = await ada.call('teams.getTeamPresence', { team: slug })
      const statuses = presence.members.map(({ user, status }) => `${user.name} ${status}`)
      assert.deepEqual(statuses, [
        'Ada online',
        'One online',
        'Three away',
        'Fourteen away',
        'Sixteen offline',
      ])
      assert.deepEqual([presence.online, presence.away, presence.offline], [2, 2, 1])
      const few = await ada.call('teams.getTeamPresence', { team: slug, limit: 2 })
      assert.deepEqual(
        [few.members.length, few.offline],
        [2, 1],
        'the limit applies to the list, not to the counts',
      )
    })

    it('shows a member as offline after sign-out and keeps the last-seen time', async () => {
      const { slug, people } = await teamOf('Quitter')
      await people[0]!.call('accounts.logOut', {})
      const { status, lastSeenAt } = await presenceOf(people[0]!, slug)
      assert.equal(status, 'offline')
      assert.ok(Date.now() - Date.parse(lastSeenAt!) < 60_000)
    })

    it('counts API keys of this organization only', async () => {
      const { slug, people } = await teamOf('Keyholder')
      const [person] = people
      const here = await person!.call('credentials.createApiKey', { name: 'here' })
      const organization = person!.organization.slug
      const there = await person!.call('credentials.createApiKey', { name: 'there' }, { organization })
      const test = await person!.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await lastSeen(person!, 60)
      for (const { id } of [there, test]) await lastUsed(id, 0)
      assert.equal((await presenceOf(person!, slug)).status, 'offline')
      await lastUsed(here.id, 5)
      assert.equal((await presenceOf(person!, slug)).status, 'away')
    })

    it('ignores impersonation and agents that act for a member', async () => {
      const { slug, people } = await teamOf('Absent')
      const [person] = people
      await lastSeen(person!, 60)
      await impersonate(server, ada, person!)
      const { id } = await agentToken(server, person!, ada, 'Night worker')
      await lastUsed(id, 1)
      assert.equal((await presenceOf(person!, slug)).status, 'offline')
      const { agents } = await ada.call('teams.getTeamPresence', { team: slug })
      assert.deepEqual(
        agents.map(({ name, status }) => `${name} ${status}`),
        ['Night worker online'],
      )
      await ada.call('teamMembers.remove', { team: slug, member: person!.user.id })
      assert.deepEqual((await ada.call('teams.getTeamPresence', { team: slug })).agents, [])
    })

    it('returns no last-seen time for a member who never signed in', async () => {
      const { slug, people } = await teamOf('Never')
      await server.app.database.run(sql`delete from login_sessions where user_id = ${people[0]!.user.id}`)
      const { status, lastSeenAt } = await presenceOf(people[0]!, slug)
      assert.deepEqual([status, lastSeenAt], ['offline', null])
    })

    async function teamOf(...names: string[]) {
      const { slug } = await ada.call('teams.create', { name: 'Core' })
      const people = []
      for (const name of names) {
        const person = await addMember(server, ada, 'member')
        await person.call('accounts.updateProfile', { name })
        await ada.call('teamMembers.add', { team: slug, user: person.user.id })
        people.push(person)
      }
      return { slug, people }
    }

    async function presenceOf({ user }: Person, team: string) {
      const { members } = await ada.call('teams.getTeamPresence', { team })
      return members.find((member) => member.user.id === user.id)!
    }

    function lastSeen({ user }: Person, minutes: number) {
      return server.app.database.run(
        sql`update login_sessions set last_seen_at = now() - make_interval(mins => ${minutes}) where user_id = ${user.id}`,
      )
    }

    function lastUsed(credential: string, minutes: number) {
      return server.app.database.run(
        sql`update credentials set last_used_at = now() - make_interval(mins => ${minutes}) where id = ${credential}`,
      )
    }
  })
}
