import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { giveSign, purgeDeadNodes } from '../../database/presence.ts'
import { newId } from '../../platform/ids.ts'
import {
  type Person,
  type TestServer,
  oneEngine,
  runTestServer,
  startTestServer,
} from '../../../test/harness.ts'
import { LiveClient, type ReceivedMessage } from '../../../test/live-client.ts'
import { addMember, agentToken, impersonate } from '../../../test/world.ts'
import type { Queries } from '../../database/queries.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`presence, on ${engine}`, () => {
    let server: TestServer
    /** A second node on the same database. The same server on PGlite. */
    let other: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      other = engine === 'pgsql' ? await runTestServer(server.environment) : server
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      await ada.call('projects.create', { name: 'Secret', slug: 'secret', key: 'SEC', visibility: 'private' })
    })
    after(async () => {
      await server.stop()
      if (other !== server) await other.stop()
    })

    it('sends arrivals, locations and departures to members on every node', async () => {
      const watching = await open(server, ada, 'organization')
      const client = await open(other, grace, 'organization')
      await receivesPeople(watching, { [grace.name]: 'online', Ada: 'online' })
      client.send({ type: 'presence', status: 'online', place: { project: 'web', item: 'web-7' } })
      const { people } = await receivesPerson(watching, grace, ({ place }) => place !== null)
      assert.deepEqual(people.find(({ user }) => user.id === grace.user.id)!.place, {
        project: 'web',
        item: 'WEB-7',
      })
      client.send({ type: 'presence', status: 'away', place: null })
      await receivesPerson(watching, grace, ({ status, place }) => status === 'away' && place === null)
      watching.messages.length = 0
      client.close()
      await receivesPeople(watching, { Ada: 'online' })
      watching.close()
    })

    it('sends presence to a subscriber whose cursor has no row yet', async () => {
      const watching = await open(server, ada, 'organization')
      // A transaction id without a row moves the end of the feed ahead of the last row that was read.
      await server.app.database.run(sql`select pg_current_xact_id()`)
      const { nextCursor } = await ada.call('activity.listEvents', { cursor: 'latest' })
      const client = await LiveClient.open(server, grace.token)
      await client.follow('organization', nextCursor)
      client.send({ type: 'presence', place: { project: 'web' } })
      await receivesPerson(watching, grace, ({ place }) => place !== null)
      await receivesPeople(client, { [grace.name]: 'online', Ada: 'online' })
      watching.close()
      client.close()
    })

    it('sends locations only to users who can see the project', async () => {
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: 'web', user: guest.user.id, role: 'viewer' })
      const inWeb = await open(server, grace, 'project:web')
      const all = await open(server, grace, 'organization')
      const outside = await open(other, guest, 'organization')
      const working = await open(server, ada, 'me')
      working.send({ type: 'presence', place: { item: 'WEB-1' } })
      await receivesPerson(inWeb, ada, ({ place }) => place !== null)
      await receivesPerson(outside, ada, ({ place }) => place !== null)
      for (const client of [all, inWeb, outside]) client.messages.length = 0
      working.send({ type: 'presence', place: { project: 'secret' } })
      await receivesPerson(all, ada, ({ place }) => place === null)
      await receivesPeople(inWeb, {})
      await receivesPeople(outside, {})
      for (const client of [inWeb, all, outside, working]) client.close()
    })

    it('shows agents separately and hides impersonation', async () => {
      const watching = await open(server, ada, 'organization')
      const token = await agentToken(server, grace, ada, 'Scout')
      const agent = await LiveClient.open(other, token.value)
      const acting = await LiveClient.open(other, await impersonate(server, ada, grace))
      const { agents } = await watching.next(
        'presence',
        (message) =>
          message.agents.length > 0 && !message.people.some(({ user }) => user.id === grace.user.id),
      )
      assert.deepEqual(
        agents.map(({ name, onBehalfOf }) => [name, onBehalfOf.id]),
        [['Scout', grace.user.id]],
      )
      agent.close()
      await watching.next('presence', (message) => message.agents.length === 0)
      for (const client of [acting, watching]) client.close()
    })

    it('updates team presence immediately on connect, on disconnect and when a node dies', async () => {
      const { slug: team } = await ada.call('teams.create', { name: 'Core' })
      const person = await addMember(server, ada, 'member')
      await ada.call('teamMembers.add', { team, user: person.user.id })
      const { database } = server.app
      const expireLastSeen = () =>
        database.run(
          sql`update login_sessions set last_seen_at = now() - interval '1 day' where user_id = ${person.user.id}`,
        )
      const status = async () => {
        const { members } = await ada.call('teams.getTeamPresence', { team })
        return members.find(({ user }) => user.id === person.user.id)!.status
      }
      const watching = await open(server, ada, 'organization')
      const client = await open(other, person, 'organization')
      await expireLastSeen()
      await receivesPerson(watching, person, ({ status: current }) => current === 'online')
      assert.equal(await status(), 'online')
      client.send({ type: 'presence', status: 'away' })
      await receivesPerson(watching, person, ({ status: current }) => current === 'away')
      assert.equal(await status(), 'away')
      watching.messages.length = 0
      client.close()
      await receivesPeople(watching, { Ada: 'online' })
      assert.equal(await status(), 'offline')

      const dead = newId()
      await addNode(database, dead, person)
      assert.equal(await status(), 'online')
      server.app.bus.presenceChanged([ada.organization.id])
      await receivesPeople(watching, { Ada: 'online', [person.name]: 'online' })
      await stopHeartbeat(database, dead)
      assert.equal(await status(), 'offline')
      watching.messages.length = 0
      server.app.bus.presenceChanged([ada.organization.id])
      await receivesPeople(watching, { Ada: 'online' })
      watching.close()
    })

    it('deletes dead nodes once', async () => {
      const dead = newId()
      // In one transaction, because the heartbeats of the servers delete dead nodes too.
      await server.app.database.transaction(async (db) => {
        await addNode(db, dead, ada)
        await stopHeartbeat(db, dead)
        assert.deepEqual(await purgeDeadNodes(db), [ada.organization.id])
        assert.deepEqual(await purgeDeadNodes(db), [])
        assert.equal(await giveSign(db, dead), false, 'the node was removed and registers again')
      })
      assert.equal(await giveSign(server.app.database, dead), true)
    })

    /** Adds a node with a connection of the person. */
    async function addNode(db: Queries, node: string, person: Person): Promise<void> {
      await giveSign(db, node)
      await db.run(
        sql`insert into live_connections (id, node_id, organization_id, user_id, status) values (${newId()}, ${node}, ${ada.organization.id}, ${person.user.id}, 'online')`,
      )
    }

    async function stopHeartbeat(db: Queries, node: string): Promise<void> {
      await db.run(sql`update live_nodes set seen_at = now() - interval '31 seconds' where id = ${node}`)
    }

    async function open(node: TestServer, person: Person, topic: string): Promise<LiveClient> {
      const client = await LiveClient.open(node, person.token)
      await client.follow(topic)
      return client
    }

    function names({ people }: Pick<ReceivedMessage, 'people'>): Record<string, string> {
      return Object.fromEntries(people.map(({ user, status }) => [user.name, status]))
    }

    async function receivesPeople(client: LiveClient, expected: Record<string, string>): Promise<void> {
      const matches = (message: ReceivedMessage) => isDeepStrictEqual(names(message), expected)
      await client.next('presence', matches)
    }

    function receivesPerson(
      client: LiveClient,
      { user }: Person,
      fits: (person: ReceivedMessage['people'][number]) => boolean,
    ) {
      return client.next('presence', ({ people }) =>
        people.some((person) => person.user.id === user.id && fits(person)),
      )
    }
  })
}
