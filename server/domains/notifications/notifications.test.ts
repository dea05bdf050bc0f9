import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, addTeam, addToTeam } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { namesIn } from './mentions.ts'

for (const engine of oneEngine) {
  describe(`notifications, on ${engine}`, () => {
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

    /** Returns the unread notifications, newest first, and marks them as read. */
    async function readUnread(person: Person, security = false) {
      await notified(server)
      const { items } = await person.call('notifications.list', { unread: true })
      await person.call('notifications.readAll', {})
      return items.filter(({ kind }) => (kind === 'security') === security)
    }
    const titles = async (...args: Parameters<typeof readUnread>) =>
      (await readUnread(...args)).map(({ title }) => title)
    const readAll = async () => {
      for (const person of [ada, grace, lin]) await readUnread(person)
    }

    it('notifies the assignee of a task, unless they assigned it themselves', async () => {
      const task = await ada.call('tasks.create', {
        project: 'web',
        title: 'Draw it',
        assignee: grace.user.username,
      })
      await grace.call('tasks.create', { project: 'web', title: 'My own', assignee: 'me' })
      const [notification, ...more] = await readUnread(grace)
      assert.deepEqual(more, [])
      assert.equal(notification!.title, `Ada assigned ${task.key} "Draw it" to you.`)
      assert.deepEqual(
        [
          notification!.kind,
          notification!.link,
          notification!.project!.slug,
          notification!.organization!.id,
          notification!.actor!.id,
          notification!.count,
        ],
        ['assigned', `/items/${task.key}`, 'web', ada.organization.id, ada.user.id, 1],
      )
      assert.deepEqual(notification!.subject, { kind: 'task', id: task.id, key: task.key })
      await ada.call('tasks.update', { task: task.key, assignee: lin.user.username })
      await ada.call('tasks.update', { task: task.key, title: 'Draw it well' })
      assert.deepEqual(await titles(lin), [`Ada assigned ${task.key} "Draw it well" to you.`])
      assert.deepEqual([await titles(grace), await titles(ada)], [[], []])
    })

    it('skips an assignment that was removed before delivery', async () => {
      const { key } = await ada.call('tasks.create', {
        project: 'web',
        title: 'Back',
        assignee: grace.user.username,
      })
      await ada.call('tasks.update', { task: key, assignee: null })
      assert.deepEqual(await titles(grace), [])
    })

    it('notifies a user about actions of their own agent', async () => {
      const agent = await ada.agent({ agent: 'Builder' })
      const { data } = await agent.call('create_task', {
        project: 'web',
        title: 'Decide',
        assignee: ada.user.username,
      })
      const [notification] = await readUnread(ada)
      assert.equal(notification!.title, `Builder assigned ${String(data.key)} "Decide" to you.`)
      assert.deepEqual(notification!.actor!.onBehalfOf!.id, ada.user.id)
      // A token without an agent counts as the user.
      const own = await ada.agent()
      await own.call('create_task', { project: 'web', title: 'Mine', assignee: ada.user.username })
      assert.deepEqual(await titles(ada), [])
      await Promise.all([agent.close(), own.close()])
    })

    it('notifies a user who is mentioned in a comment, once per comment', async () => {
      const { key } = await ada.call('tasks.create', { project: 'web', title: 'Talk' })
      const [g, l] = [grace.user.username, lin.user.username]
      const comment = await ada.call('comments.create', {
        item: key,
        body: `Look at **this**, @${g}, not \`@${l}\` nor x@${l}.`,
      })
      const [notification, ...more] = await readUnread(grace)
      assert.deepEqual([notification!.title, more], [`Ada mentioned you in ${key} "Talk".`, []])
      assert.match(notification!.body!, /^Look at this/)
      assert.deepEqual(await titles(lin), [])
      await ada.call('comments.update', {
        comment: comment.id,
        body: `@${g} and @${l.toUpperCase()} and @nobody-here`,
      })
      assert.deepEqual([await titles(grace), (await titles(lin)).length], [[], 1])
      await grace.call('comments.create', { item: key, body: `I, @${g}, agree.` })
      assert.deepEqual(await titles(grace), [])
    })

    it('notifies a user who is mentioned in a visible note', async () => {
      const text = `To @${grace.user.username}\n\n\`\`\`\n@${lin.user.username}\n\`\`\`\n`
      const { id } = await ada.call('notes.create', { title: 'Plan', content: text })
      assert.deepEqual(await titles(grace), [], 'the note is private')
      await ada.call('notes.update', { note: id, project: 'web' })
      const [notification] = await readUnread(grace)
      assert.deepEqual(
        [notification!.title, notification!.link],
        ['Ada mentioned you in the note "Plan".', `/notes/${id}`],
      )
      await ada.call('notes.update', { note: id, content: `${text} and @${lin.user.username}` })
      assert.deepEqual([await titles(grace), (await titles(lin)).length], [[], 1])
      await ada.call('notes.update', { note: id, project: null })
      await notified(server)
      const { items } = await grace.call('notifications.list', {})
      assert.ok(!items.some(({ subject }) => subject.id === id), 'the note is private again')
    })

    it('skips users who cannot see the subject', async () => {
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

    it('requests a review from everyone but the author', async () => {
      await readAll()
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
      const title = `${key} "Shop" needs a review at the gate "look".`
      const [notification] = await readUnread(lin)
      assert.deepEqual(
        [notification!.title, notification!.kind, notification!.actor!.id],
        [title, 'review_requested', grace.user.id],
      )
      // Ada created the project.
      assert.deepEqual([await titles(ada), await titles(grace)], [[title], []])

      await lin.call('reviews.submit', { feature: key, verdict: 'commented', body: 'Hm.' })
      assert.deepEqual(await titles(grace), [])
      await lin.call('reviews.submit', {
        feature: key,
        verdict: 'changes_requested',
        body: 'Make it *blue*.',
      })
      const [request] = await readUnread(grace)
      assert.equal(request!.title, `${lin.user.name} requested changes to ${key} "Shop".`)
      assert.deepEqual([request!.body, request!.subject.kind], ['Make it blue.', 'feature'])
      assert.deepEqual([await titles(lin), await titles(ada)], [[], []])
    })

    it('requests a review from owners and admins if only the author remains', async () => {
      const gates = [{ name: 'look', requirements: [{ kind: 'reviews' as const }] }]
      const workflow = (await ada.call('workflows.create', { name: 'One', gates })).slug
      const { slug } = await grace.call('projects.create', { name: 'Alone', key: 'ALO' })
      const { key } = await grace.call('features.create', { project: slug, title: 'Solo', workflow })
      assert.deepEqual(await titles(ada), [`${key} "Solo" needs a review at the gate "look".`])
      assert.deepEqual([await titles(grace), await titles(lin)], [[], []])
    })

    it('notifies the assignee when a task is unblocked', async () => {
      const first = await ada.call('tasks.create', { project: 'web', title: 'First' })
      const then = await ada.call('tasks.create', {
        project: 'web',
        title: 'Then',
        assignee: grace.user.username,
      })
      await ada.call('dependencies.add', { task: first.key, kind: 'blocks', other: then.key })
      await readAll()
      await ada.call('tasks.complete', { task: first.key })
      assert.deepEqual(await titles(grace), [`Ada unblocked ${then.key} "Then".`])
      assert.deepEqual([await titles(ada), await titles(lin)], [[], []])
    })

    it('notifies the user when a session of their agent ends or is paused', async () => {
      const agent = await ada.agent({ agent: 'Runner' })
      const { data } = await agent.call('create_session', {
        project: 'web',
        title: 'Run',
        goals: ['Run'],
      })
      const session = String(data.id)
      await agent.call('end_session', { session, as: 'paused', summary: 'Out of breath.' })
      const [notification] = await readUnread(ada)
      assert.deepEqual(
        [notification!.title, notification!.body, notification!.link],
        ['Runner paused the session "Run".', 'Out of breath.', `/sessions/${session}`],
      )
      await ada.call('sessions.end', { session, summary: 'Enough.' })
      assert.deepEqual([await titles(ada), await titles(grace)], [[], []], 'the user ended it herself')
      await agent.close()
    })

    it('notifies an invited user if their email address is verified', async () => {
      const bob = await server.register('Bob')
      const unverified = await server.register('Unproved')
      await server.app.database.run(sql`update users set email_verified_at = now() where id = ${bob.user.id}`)
      const { id } = await ada.call('invitations.create', { email: bob.email, role: 'member' })
      await ada.call('invitations.create', { email: unverified.email, role: 'member' })
      const [notification] = await readUnread(bob)
      assert.equal(notification!.title, `Ada invites you to join ${ada.organization.name}.`)
      assert.deepEqual([notification!.organization!.id, notification!.project], [ada.organization.id, null])
      assert.deepEqual([await titles(unverified), await titles(ada)], [[], []])
      await ada.call('invitations.revoke', { invitation: id })
      assert.deepEqual((await bob.call('notifications.list', {})).items, [])
    })

    it('notifies the owner of an account about security events', async () => {
      const eve = await server.register('Eve')
      assert.deepEqual(await titles(eve, true), [], 'registration does not notify')
      const login = (agent: string) =>
        fetch(`${server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
          body: JSON.stringify({ email: eve.email, password: eve.password }),
        })
      const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
      assert.equal((await login(firefox)).status, 200)
      const [notification] = await readUnread(eve, true)
      assert.equal(
        notification!.title,
        'Someone signed in to your account on a new device: Firefox on Linux.',
      )
      assert.deepEqual(
        [notification!.kind, notification!.organization, notification!.link],
        ['security', null, '/settings/devices'],
      )
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
        'The API key "ci" was created for your account.',
      ])
    })

    it('skips events of a sandbox', async () => {
      const key = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      await readAll()
      const trial = server.client(key.value)
      const { slug } = await trial('projects.create', { name: 'Trial' })
      await trial('tasks.create', { project: slug, title: 'Unreal', assignee: grace.user.username })
      assert.deepEqual(await titles(grace), [])
    })
  })
}

describe('mentions', () => {
  it('finds @names outside code, email addresses and longer words', () => {
    const text =
      'hi @ada, (@grace) @Lin-2! a@bob x/@bob @carol@example.com @dave.example @@erin @frank_x @gi-_ @ada'
    assert.deepEqual(namesIn(text), ['ada', 'grace', 'lin-2'])
    assert.deepEqual(namesIn('`@ada` ``@grace ` `` @lin\n~~~\n@bob\n~~~\n'), ['lin'])
    assert.deepEqual(namesIn('@'.repeat(100_000)), [])
    assert.equal(namesIn(Array.from({ length: 1000 }, (_, at) => `@user${at}`).join(' ')).length, 50)
  })
})
