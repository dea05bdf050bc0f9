import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, join } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`event visibility on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let guest: Person
    let project: { id: string; slug: string }
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      guest = await addMember(server, ada, 'guest')
      project = await ada.call('projects.create', { name: 'Seen', slug: 'seen' })
      await ada.call('tasks.create', { project: 'seen', title: 'Seen', assignee: grace.user.username })
      // Creates an agent, which is an event of the whole organization.
      await ada.call('credentials.createMcpToken', { name: 'token', agent: 'Builder' })
    })
    after(() => server.stop())

    /** Returns all events that a person can read. Waits for a marker, because older transactions may still run. */
    const eventsOf = async (person: Person) => {
      const { slug } = await ada.call('projects.create', { name: 'Marker', visibility: 'private' })
      let position: { cursor?: string } = {}
      for (let passed = false; !passed;) {
        const page = await ada.call('activity.listEvents', { ...position, wait: 20, limit: 500 })
        passed = page.items.some(({ subject }) => subject.key === slug)
        position = { cursor: page.nextCursor }
      }
      return (await person.call('activity.listEvents', { limit: 500 })).items
    }
    const typesOf = async (person: Person) => new Set((await eventsOf(person)).map(({ type }) => type))

    it('shows guests only events of their projects and their own private events', async () => {
      assert.ok((await typesOf(grace)).has('agent.created'), 'members read events of the organization')
      await guest.call('credentials.createApiKey', { name: 'own' })
      assert.deepEqual([...(await typesOf(guest))], ['api_key.created'])

      await ada.call('projects.share', { project: 'seen', user: guest.user.id, role: 'viewer' })
      const events = await eventsOf(guest)
      const types = new Set(events.map(({ type }) => type))
      const seen = ['project.created', 'task.created', 'api_key.created', 'project.shared']
      assert.deepEqual(types, new Set(seen))
      assert.ok(events.every((event) => event.project === project.id || event.type === 'api_key.created'))
      assert.doesNotMatch(JSON.stringify(events), /@example\.com/, 'no email addresses')

      await ada.call('projects.unshare', { project: 'seen', user: guest.user.id })
      assert.deepEqual([...(await typesOf(guest))], ['api_key.created'], 'hidden after unsharing')
    })

    it('hides events of a project that became private', async () => {
      const { slug } = await ada.call('projects.create', { name: 'Soon private' })
      const canRead = async (person: Person) =>
        (await eventsOf(person)).some(({ subject }) => subject.key === slug)
      assert.equal(await canRead(grace), true)
      await ada.call('projects.update', { project: slug, visibility: 'private' })
      assert.deepEqual([await canRead(grace), await canRead(ada)], [false, true])
      await ada.call('projects.update', { project: slug, visibility: 'organization' })
      assert.equal(await canRead(grace), true)
    })

    it('returns no organization events to a member demoted to guest during the wait', async () => {
      const former = await addMember(server, ada, 'member')
      const { nextCursor } = await former.call('activity.listEvents', { cursor: 'latest' })
      const waiting = former.call('activity.listEvents', { cursor: nextCursor, wait: 20 })
      while (!/door="events"\} 1/.test(await server.app.metrics.text())) await new Promise(setImmediate)
      await join(server, former, ada, 'guest')
      await ada.call('credentials.createMcpToken', { name: 'token', agent: 'Late' })
      const { items } = await waiting
      assert.deepEqual(items, [])
    })
  })
}
