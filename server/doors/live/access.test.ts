import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, settled, startTestServer } from '../../../test/harness.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addMember } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`events of a live connection, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let member: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      member = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    it('sends the events of the subscribed topics, each once', async () => {
      const { slug: team } = await ada.call('teams.create', { name: 'Core' })
      const web = await project('Web')
      const app = await project('App', { team })
      const both = await open(ada, [`project:${web.slug}`, `project:${web.key.toLowerCase()}`, 'me'])
      const ofTeam = await open(ada, [`team:${team}`])
      const all = await open(ada, ['organization', `project:${web.slug}`, `team:${team}`, 'me'])
      await task(web.slug, 'in web')
      await task(app.slug, 'in app')
      await ada.call('credentials.createApiKey', { name: 'own' })
      await ada.call('teamMembers.add', { team, user: member.user.id })
      await last(web.slug, app.slug)
      const receive = async (client: LiveClient, until: string) =>
        (await client.eventsUntil(({ data }) => data.title === until)).map(({ type }) => type)
      const [inWeb, own, inTeam] = ['task.created', 'api_key.created', 'team_member.added']
      assert.deepEqual(await receive(both, `last of ${web.slug}`), [inWeb, own, inWeb])
      assert.deepEqual(await receive(ofTeam, `last of ${app.slug}`), [inWeb, inTeam, inWeb])
      assert.deepEqual(await receive(all, `last of ${app.slug}`), [inWeb, inWeb, own, inTeam, inWeb, inWeb])
      for (const client of [both, ofTeam, all]) client.close()
    })

    it('sends only visible events to members, guests, bound tokens and test keys', async () => {
      const shown = await project('Shown')
      const hidden = await project('Hidden', { visibility: 'private' })
      const guest = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: shown.slug, user: guest.user.id, role: 'viewer' })
      const bound = await ada.call('credentials.createMcpToken', { name: 'bound', project: hidden.slug })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const clients = {
        ada: await open(ada, ['organization']),
        member: await open(member, ['organization', 'me']),
        guest: await open(guest, ['organization', 'me']),
        bound: await LiveClient.open(server, bound.value),
        test: await LiveClient.open(server, test.value),
      }
      for (const client of [clients.bound, clients.test]) await client.follow(['organization', 'me'])

      for (const topic of [`project:${hidden.slug}`, 'team:core']) {
        clients.guest.send({ type: 'subscribe', topics: [topic] })
        const { code } = await clients.guest.next('error')
        assert.ok(['not_found', 'role_too_low'].includes(code), code)
      }
      clients.member.send({ type: 'subscribe', topics: [`project:${hidden.id}`] })
      assert.equal((await clients.member.next('error')).code, 'not_found')
      clients.bound.send({ type: 'subscribe', topics: [`project:${shown.slug}`, 'team:core'] })
      assert.equal((await clients.bound.next('error')).code, 'not_found')
      assert.equal((await clients.bound.next('error')).code, 'project_only')

      await task(hidden.slug, 'hidden')
      await task(shown.slug, 'shown')
      await ada.call('credentials.createApiKey', { name: 'private' })
      await ada.call('agents.create', { name: 'For all members' })
      const overTest = {
        headers: { Authorization: `Bearer ${test.value}`, 'Content-Type': 'application/json' },
      }
      await fetch(`${server.url}/api/projects`, {
        method: 'POST',
        ...overTest,
        body: JSON.stringify({ name: 'In the sandbox' }),
      })
      await last(hidden.slug, shown.slug)
      const receive = async (client: LiveClient, project: string) => {
        const events = await client.eventsUntil(({ data }) => data.title === `last of ${project}`)
        return events.map(({ type, data }) => data.title ?? data.name ?? type)
      }
      const ends = [`last of ${hidden.slug}`, `last of ${shown.slug}`]
      assert.deepEqual(await receive(clients.ada, shown.slug), [
        'hidden',
        'shown',
        'api_key.created',
        'For all members',
        ...ends,
      ])
      assert.deepEqual(await receive(clients.member, shown.slug), ['shown', 'For all members', ends[1]])
      assert.deepEqual(await receive(clients.guest, shown.slug), ['shown', ends[1]])
      assert.deepEqual(await receive(clients.bound, hidden.slug), ['hidden', ends[0]])
      await clients.test.next('event', ({ event }) => event.data.name === 'In the sandbox')
      assert.deepEqual(clients.test.events, [])
      for (const client of Object.values(clients)) client.close()
    })

    for (const [how, grant, revoke] of [
      [
        'the share ends',
        (slug: string, { user }: Person) =>
          ada.call('projects.share', { project: slug, user: user.id, role: 'viewer' }),
        (slug: string, { user }: Person) => ada.call('projects.unshare', { project: slug, user: user.id }),
      ],
      [
        'the project becomes private',
        (slug: string) => ada.call('projects.update', { project: slug, visibility: 'organization' }),
        (slug: string) => ada.call('projects.update', { project: slug, visibility: 'private' }),
      ],
      [
        'the member leaves the team',
        async (slug: string, { user }: Person) => {
          const team = await ada.call('teams.create', { name: `Team of ${slug}`, slug: `team-${slug}` })
          await ada.call('teamMembers.add', { team: team.slug, user: user.id })
          await ada.call('projects.update', { project: slug, team: team.slug, visibility: 'team' })
        },
        (slug: string, { user }: Person) =>
          ada.call('teamMembers.remove', { team: `team-${slug}`, member: user.id }),
      ],
    ] as const)
      it(`stops sending events of a project once ${how}`, async () => {
        const { slug, id } = await project('Lost', { visibility: 'private' })
        const person = await addMember(server, ada, 'member')
        const wide = await open(person, ['organization'])
        await grant(slug, person)
        const narrow = await open(person, [`project:${slug}`])
        await task(slug, 'before')
        await narrow.eventsUntil(({ data }) => data.title === 'before')
        await revoke(slug, person)
        await task(slug, 'after')
        const unsubscribed = await narrow.next('unsubscribed')
        assert.deepEqual([unsubscribed.topics, unsubscribed.reason], [[`project:${id}`], 'access'])
        const other = await project('Other')
        const events = await wide.eventsUntil(({ subject }) => subject.id === other.id)
        const titles = [...events, ...narrow.events].map(({ data }) => data.title)
        assert.ok(titles.includes('before') && !titles.includes('after'), titles.join())
        for (const client of [wide, narrow]) client.close()
      })

    it('sends events of a project as soon as it becomes visible', async () => {
      const { slug } = await project('Found', { visibility: 'private' })
      const client = await open(member, ['organization'])
      await ada.call('projects.share', { project: slug, user: member.user.id, role: 'viewer' })
      await task(slug, 'now seen')
      await client.eventsUntil(({ data }) => data.title === 'now seen')
      client.close()
    })

    it('closes when the membership ends, also in the sandbox', async () => {
      const person = await addMember(server, ada, 'member')
      const key = await person.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const [live, sandbox] = [await open(person, ['organization']), await LiveClient.open(server, key.value)]
      await sandbox.follow('organization')
      await ada.call('members.remove', { member: person.user.id })
      assert.equal((await live.end()).code, 4410)
      assert.ok([4401, 4410].includes((await sandbox.end()).code))
      assert.deepEqual(
        live.events.filter(({ type }) => type === 'member.removed'),
        [],
      )
    })

    it('stops sending member-only events to a member who becomes a guest', async () => {
      const person = await addMember(server, ada, 'member')
      const { slug: team } = await ada.call('teams.create', { name: 'Left' })
      const client = await open(person, ['organization', `team:${team}`])
      await ada.call('members.update', { member: person.user.id, role: 'guest' })
      assert.equal((await client.next('unsubscribed')).reason, 'access')
      await ada.call('agents.create', { name: 'Unseen' })
      await person.call('credentials.createApiKey', { name: 'own' })
      const events = await client.eventsUntil(({ type }) => type === 'api_key.created')
      assert.deepEqual(
        events.filter(({ type }) => type === 'agent.created'),
        [],
      )
      client.close()
    })

    async function open(person: Person, topics: string[]): Promise<LiveClient> {
      const client = await LiveClient.open(server, person.token)
      await settled(server.app.database)
      await client.follow(topics)
      return client
    }

    function project(name: string, more: object = {}) {
      return ada.call('projects.create', { name, ...more })
    }

    function task(slug: string, title: string) {
      return ada.call('tasks.create', { project: slug, title })
    }

    async function last(...slugs: string[]): Promise<void> {
      for (const slug of slugs) await task(slug, `last of ${slug}`)
    }
  })
}
