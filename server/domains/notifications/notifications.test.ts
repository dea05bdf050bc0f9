import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  notified,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember, addTeam, addToTeam } from '../../../test/world.ts'
import { namesIn } from './mentions.ts'

for (const engine of oneEngine) {
  describe(`people are told of what concerns them, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let lin: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      lin = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    /** What somebody has not read, the newest first; from then on they have. */
    async function news(person: Person, security = false) {
      await notified(server)
      const { items } = await person.call('notifications.list', { unread: true })
      await person.call('notifications.readAll', {})
      return items.filter(({ kind }) => (kind === 'security') === security)
    }
    const titles = async (...asked: Parameters<typeof news>) =>
      (await news(...asked)).map(({ title }) => title)
    const quiet = async () => {
      for (const person of [ada, grace, lin]) await news(person)
    }

    it('when a task is given to them, and not when they take it', async () => {
      const made = await ada.call('tasks.create', {
        ...{ project: 'web', title: 'Draw it', assignee: grace.user.username },
      })
      await grace.call('tasks.create', { project: 'web', title: 'My own', assignee: 'me' })
      const [told, ...more] = await news(grace)
      assert.deepEqual(more, [])
      assert.equal(told!.title, `Ada assigned ${made.key} "Draw it" to you.`)
      assert.deepEqual(
        [told!.kind, told!.link, told!.project!.slug, told!.organization!.id, told!.actor!.id, told!.count],
        ['assigned', `/items/${made.key}`, 'web', ada.organization.id, ada.user.id, 1],
      )
      assert.deepEqual(told!.subject, { kind: 'task', id: made.id, key: made.key })
      await ada.call('tasks.update', { task: made.key, assignee: lin.user.username })
      await ada.call('tasks.update', { task: made.key, title: 'Draw it well' })
      assert.deepEqual(await titles(lin), [`Ada assigned ${made.key} "Draw it well" to you.`])
      assert.deepEqual([await titles(grace), await titles(ada)], [[], []])
    })

    it('not of a task that was taken away again before anybody was told', async () => {
      const { key } = await ada.call('tasks.create', {
        ...{ project: 'web', title: 'Back', assignee: grace.user.username },
      })
      await ada.call('tasks.update', { task: key, assignee: null })
      assert.deepEqual(await titles(grace), [])
    })

    it('also by an agent of their own: it wants something of them', async () => {
      const agent = await ada.agent({ agent: 'Builder' })
      const { data } = await agent.call('create_task', {
        ...{ project: 'web', title: 'Decide', assignee: ada.user.username },
      })
      const [told] = await news(ada)
      assert.equal(told!.title, `Builder assigned ${String(data.key)} "Decide" to you.`)
      assert.deepEqual(told!.actor!.onBehalfOf!.id, ada.user.id)
      // A token that works for no agent is its person's own hand.
      const own = await ada.agent()
      await own.call('create_task', { project: 'web', title: 'Mine', assignee: ada.user.username })
      assert.deepEqual(await titles(ada), [])
      await Promise.all([agent.close(), own.close()])
    })

    it('when somebody names them in a comment, and once for each text', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Talk' })
      const [g, l] = [grace.user.username, lin.user.username]
      const said = await ada.call('comments.create', {
        ...{ item: key, body: `Look at **this**, @${g}, not \`@${l}\` nor x@${l}.` },
      })
      const [told, ...more] = await news(grace)
      assert.deepEqual([told!.title, more], [`Ada mentioned you in ${key} "Talk".`, []])
      assert.match(told!.body!, /^Look at this/)
      assert.deepEqual(await titles(lin), [])
      await ada.call('comments.update', {
        comment: said.id,
        body: `@${g} and @${l.toUpperCase()} and @nobody-here`,
      })
      assert.deepEqual([await titles(grace), (await titles(lin)).length], [[], 1])
      await grace.call('comments.create', { item: key, body: `I, @${g}, agree.` })
      assert.deepEqual(await titles(grace), [])
    })

    it('when somebody names them in a note that they see', async () => {
      const text = `To @${grace.user.username}\n\n\`\`\`\n@${lin.user.username}\n\`\`\`\n`
      const { id } = await ada.call('notes.create', { title: 'Plan', content: text })
      assert.deepEqual(await titles(grace), [], 'it is hers alone')
      await ada.call('notes.update', { note: id, project: 'web' })
      const [told] = await news(grace)
      assert.deepEqual([told!.title, told!.link], ['Ada mentioned you in the note "Plan".', `/notes/${id}`])
      await ada.call('notes.update', { note: id, content: `${text} and @${lin.user.username}` })
      assert.deepEqual([await titles(grace), (await titles(lin)).length], [[], 1])
      await ada.call('notes.update', { note: id, project: null })
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      assert.ok(!items.some(({ subject }) => subject.id === id), 'and it is hers again')
    })

    it('not of what they may not see', async () => {
      const { slug } = await ada.call('projects.create', {
        name: 'Hidden',
        key: 'HID',
        visibility: 'private',
      })
      const { key } = await ada.call('tasks.create', { project: slug, title: 'Secret' })
      await ada.call('comments.create', { item: key, body: `@${grace.user.username} must not know` })
      const stranger = await server.register('Stranger')
      const open = await ada.call('tasks.create', { project: 'web', title: 'Open' })
      await ada.call('comments.create', { item: open.key, body: `@${stranger.user.username} is elsewhere` })
      assert.deepEqual([await titles(grace), await titles(stranger)], [[], []])
    })

    it('when a feature comes to a gate that wants a review, and who made it not', async () => {
      await quiet()
      const team = await addTeam(server, ada)
      await addToTeam(server, team, lin, 'lead')
      const { slug } = await ada.call('projects.create', {
        name: 'Teamwork',
        key: 'TEA',
        team,
        visibility: 'organization',
      })
      const gates = [{ name: 'work' }, { name: 'look', requirements: [{ kind: 'reviews' as const }] }]
      const workflow = (await ada.call('workflows.create', { name: 'Two', gates })).slug
      const { key } = await grace.call('features.create', { project: slug, title: 'Shop', workflow })
      assert.deepEqual(await titles(lin), [])
      await grace.call('features.advance', { feature: key })
      const title = `${key} "Shop" waits for a review at the gate "look".`
      const [told] = await news(lin)
      assert.deepEqual([told!.title, told!.kind, told!.actor!.id], [title, 'review_requested', grace.user.id])
      // Ada made the project.
      assert.deepEqual([await titles(ada), await titles(grace)], [[title], []])

      await lin.call('reviews.submit', { feature: key, verdict: 'commented', body: 'Hm.' })
      assert.deepEqual(await titles(grace), [])
      await lin.call('reviews.submit', {
        feature: key,
        verdict: 'changes_requested',
        body: 'Make it *blue*.',
      })
      const [wanted] = await news(grace)
      assert.equal(wanted!.title, `${lin.user.name} requested changes to ${key} "Shop".`)
      assert.deepEqual([wanted!.body, wanted!.subject.kind], ['Make it blue.', 'feature'])
      assert.deepEqual([await titles(lin), await titles(ada)], [[], []])
    })

    it('where nobody but whose work it is would review it, the owners and admins are', async () => {
      const gates = [{ name: 'look', requirements: [{ kind: 'reviews' as const }] }]
      const workflow = (await ada.call('workflows.create', { name: 'One', gates })).slug
      const { slug } = await grace.call('projects.create', { name: 'Alone', key: 'ALO' })
      const { key } = await grace.call('features.create', { project: slug, title: 'Solo', workflow })
      assert.deepEqual(await titles(ada), [`${key} "Solo" waits for a review at the gate "look".`])
      assert.deepEqual([await titles(grace), await titles(lin)], [[], []])
    })

    it('when a task of theirs can be begun', async () => {
      const first = await ada.call('tasks.create', { project: 'web', title: 'First' })
      const then = await ada.call('tasks.create', {
        ...{ project: 'web', title: 'Then', assignee: grace.user.username },
      })
      await ada.call('dependencies.add', { task: first.key, kind: 'blocks', other: then.key })
      await quiet()
      await ada.call('tasks.complete', { task: first.key })
      assert.deepEqual(await titles(grace), [`${then.key} "Then" can be begun: Ada cleared the way.`])
      assert.deepEqual([await titles(ada), await titles(lin)], [[], []])
    })

    it('when a session of an agent of theirs ends or is paused', async () => {
      const agent = await ada.agent({ agent: 'Runner' })
      const { data } = await agent.call('create_session', {
        project: 'web',
        title: 'Run',
        goals: ['Run'],
      })
      const session = String(data.id)
      await agent.call('end_session', { session, as: 'paused', summary: 'Out of breath.' })
      const [told] = await news(ada)
      assert.deepEqual(
        [told!.title, told!.body, told!.link],
        ['Runner paused the session "Run".', 'Out of breath.', `/sessions/${session}`],
      )
      await ada.call('sessions.end', { session, summary: 'Enough.' })
      assert.deepEqual([await titles(ada), await titles(grace)], [[], []], 'she did that herself')
      await agent.close()
    })

    it('when they are invited, if the address is proved to be theirs', async () => {
      const bob = await server.register('Bob')
      const unproved = await server.register('Unproved')
      await server.app.database.run('update users set email_verified_at = now() where id = $1', [bob.user.id])
      const { id } = await ada.call('invitations.create', { email: bob.email, role: 'member' })
      await ada.call('invitations.create', { email: unproved.email, role: 'member' })
      const [told] = await news(bob)
      assert.equal(told!.title, `Ada invites you to join ${ada.organization.name}.`)
      assert.deepEqual([told!.organization!.id, told!.project], [ada.organization.id, null])
      assert.deepEqual([await titles(unproved), await titles(ada)], [[], []])
      await ada.call('invitations.revoke', { invitation: id })
      assert.deepEqual((await bob.call('notifications.list', {})).items, [])
    })

    it('of what is done with their account, whoever did it', async () => {
      const eve = await server.register('Eve')
      assert.deepEqual(await titles(eve, true), [], 'that they came is no news to them')
      const login = (agent: string) =>
        fetch(`${server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
          body: JSON.stringify({ email: eve.email, password: eve.password }),
        })
      const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
      assert.equal((await login(firefox)).status, 200)
      const [told] = await news(eve, true)
      assert.equal(told!.title, 'Somebody signed in to your account on a new device: Firefox on Linux.')
      assert.deepEqual([told!.kind, told!.organization, told!.link], ['security', null, '/settings/devices'])
      await login(firefox.replaceAll('140', '141'))
      assert.deepEqual(await titles(eve, true), [], 'the same device')
      await eve.call('credentials.createApiKey', { name: 'ci' })
      await eve.call('credentials.createApiKey', { name: 'trial', mode: 'test' })
      await eve.call('accounts.changePassword', {
        current: eve.password,
        password: 'another password of hers',
      })
      assert.deepEqual(await titles(eve, true), [
        'The password of your account was changed.',
        'The API key "ci" was made for your account.',
      ])
    })

    it('of nothing that happens in a sandbox', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await quiet()
      const trial = clientFor(server.url, key.value)
      const { slug } = await trial('projects.create', { name: 'Trial' })
      await trial('tasks.create', { project: slug, title: 'Unreal', assignee: grace.user.username })
      assert.deepEqual(await titles(grace), [])
    })
  })
}

describe('a name in a text', () => {
  it('is what follows an @, unless it is code, part of an address or of a longer word', () => {
    const text =
      'hi @ada, (@grace) @Lin-2! a@bob x/@bob @carol@example.com @dave.example @@erin @frank_x @gi-_ @ada'
    assert.deepEqual(namesIn(text), ['ada', 'grace', 'lin-2'])
    assert.deepEqual(namesIn('`@ada` ``@grace ` `` @lin\n~~~\n@bob\n~~~\n'), ['lin'])
    assert.deepEqual(namesIn('@'.repeat(100_000)), [])
    assert.equal(namesIn(Array.from({ length: 1000 }, (_, at) => `@user${at}`).join(' ')).length, 50)
  })
})
