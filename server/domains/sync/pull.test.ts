import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember, addTeam, addToTeam, join } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { purgeTrash } from '../trash/purge-trash.ts'
import { TestDevice } from './test-device.ts'

for (const engine of engines) {
  describe(`sync pull, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let open: { id: string; slug: string }
    let hidden: { id: string; slug: string }
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      open = await ada.call('projects.create', { name: 'Open' })
      hidden = await ada.call('projects.create', { name: 'Hidden', visibility: 'private' })
      for (const { slug: project } of [open, hidden]) {
        const epic = await ada.call('epics.create', { project, title: 'Epic' })
        const story = await ada.call('stories.create', { project, epic: epic.id, title: 'Story' })
        for (const title of ['One', 'Two', 'Three'])
          await ada.call('tasks.create', { project, title, story: story.key })
        await ada.call('notes.create', { project, title: 'Note', content: 'Text.' })
        await ada.call('decisions.log', { project, title: 'Decide' })
        await ada.call('specs.create', { project, title: 'Spec', content: 'Text.' })
        await ada.call('memories.store', { scope: 'project', project, content: `Known in ${project}.` })
      }
      await ada.call('skills.create', { name: 'Shared', content: 'Text.', scope: 'public' })
      await ada.call('agents.create', { name: 'Builder' })
    })
    after(() => server.stop())

    it('sends all visible items in pages, parents first, then only changes', async () => {
      const device = await TestDevice.register(ada)
      const first = await device.expectComplete(4)
      const kinds = first.map((change) => 'kind' in change && change.kind)
      assert.ok(kinds.lastIndexOf('project') < kinds.indexOf('epic'))
      assert.ok(kinds.lastIndexOf('story') < kinds.indexOf('task'))
      assert.deepEqual(await device.pull(), [])

      const task = await ada.call('tasks.create', { project: open.slug, title: 'Four' })
      await ada.call('tasks.update', { task: task.key, title: 'Four!' })
      const note = await ada.call('notes.create', { title: 'Own', content: 'Text.' })
      const [put, own] = await device.expectComplete()
      assert.ok(put?.change === 'put' && own?.change === 'put')
      assert.deepEqual([put.key, put.version, put.fields.title], [task.key, 2, 'Four!'])
      assert.deepEqual([put.scope, own.scope], [`project:${open.id}`, `user:${ada.user.id}`])

      await ada.call('tasks.delete', { task: task.key })
      await ada.call('notes.delete', { note: note.id })
      const removed = await device.expectComplete()
      assert.deepEqual(removed, [
        { change: 'removed', kind: 'task', id: task.id },
        { change: 'removed', kind: 'note', id: note.id },
      ])
      await ada.call('trash.restore', { kind: 'task', item: task.id })
      assert.equal((await device.expectComplete()).length, 1)
    })

    it('returns the same page again for the same cursor, and limits its size', async () => {
      const device = await TestDevice.register(ada)
      const first = await device.pullPage(2)
      const second = await device.pullPage(2)
      assert.deepEqual(await device.pullPage(2, first.nextCursor), second)
      const content = 'x'.repeat(190_000)
      for (let notes = 0; notes < 12; notes++)
        await ada.call('notes.create', { title: `Long ${notes}`, content })
      const changes = await device.pull(1000)
      assert.ok(changes.length >= 12)
      const fresh = await TestDevice.register(ada)
      const page = await fresh.pullPage(1000)
      assert.ok(page.hasMore && JSON.stringify(page).length < 4_000_000)
      await fresh.expectComplete(1000)
      for (const item of fresh.items.values())
        if (item.key.startsWith('Long ')) await ada.call('notes.delete', { note: item.id })
    })

    // The database doesn't decide the outcome of the rest.
    if (!oneEngine.includes(engine)) return

    it('fills and empties a device as its user gains and loses access', async () => {
      const device = await TestDevice.register(grace)
      await device.expectComplete()
      const share = { project: hidden.slug, user: grace.user.username }
      assert.deepEqual(device.has(open.id, hidden.id), [true, false])
      await ada.call('projects.share', share)
      const filled = await device.expectComplete(2)
      assert.ok(filled.every((change) => change.change === 'put'))
      assert.deepEqual(device.has(hidden.id), [true])
      await ada.call('projects.unshare', { project: hidden.slug, user: grace.user.id })
      const [lost, ...others] = await device.expectComplete()
      assert.deepEqual([lost, others], [{ change: 'scope_removed', scope: `project:${hidden.id}` }, []])

      await ada.call('projects.update', { project: open.slug, visibility: 'private' })
      await device.expectComplete()
      await ada.call('projects.update', { project: open.slug, visibility: 'organization' })
      await device.expectComplete()
      await ada.call('projects.delete', { project: open.slug })
      await device.expectComplete()
      assert.deepEqual(device.has(open.id), [false])
      await ada.call('trash.restore', { kind: 'project', item: open.id })
      await device.expectComplete()
      assert.deepEqual(device.has(open.id), [true])
    })

    it('follows changes of the role and of teams, with the skills that depend on them', async () => {
      const member = await addMember(server, ada, 'member')
      const device = await TestDevice.register(member)
      const team = await addTeam(server, ada)
      const own = await member.call('skills.create', { name: 'Own', content: 'Text.' })
      const shared = await ada.call('skills.create', { name: 'Team', content: 'Text.', scope: 'team', team })
      const session = await member.call('sessions.create', { title: 'Own session' })
      await device.expectComplete()
      assert.deepEqual(device.has(own.id, shared.id, session.id), [true, false, true])
      await addToTeam(server, team, member, 'member')
      await device.expectComplete()
      assert.deepEqual(device.has(shared.id), [true])
      await join(server, member, ada, 'guest')
      await device.expectComplete()
      assert.deepEqual(device.has(own.id, shared.id, session.id), [false, false, true])
      await join(server, member, ada, 'member')
      await device.expectComplete()
      assert.deepEqual(device.has(own.id, shared.id), [true, true])
    })

    it('restarts a fill whose target changes, and forgets what it sent by then', async () => {
      const member = await addMember(server, ada, 'guest')
      const device = await TestDevice.register(member)
      await device.expectComplete()
      const own = await TestDevice.register(member)
      await own.pullPage(1)
      await join(server, member, ada, 'member')
      const skill = await member.call('skills.create', { name: 'Mid fill', content: 'Text.' })
      // Stops in the middle of the items of a member, then shows and hides a project, then takes the role away.
      for (let pages = 0; !device.has(skill.id)[0]; pages++) await device.pullPage(1)
      await ada.call('projects.share', { project: hidden.slug, user: member.user.username })
      for (let pages = 0; pages < 6; pages++) await device.pullPage(1)
      assert.deepEqual(device.has(hidden.id), [true])
      await join(server, member, ada, 'guest')
      await device.pullPage(1)
      await ada.call('projects.unshare', { project: hidden.slug, user: member.user.id })
      await device.expectComplete(1)
      assert.deepEqual(device.has(skill.id, hidden.id), [false, false])
      await own.expectComplete()
    })

    it('continues after a member was removed and added again', async () => {
      const member = await addMember(server, ada, 'member')
      const device = await TestDevice.register(member)
      await device.expectComplete()
      const note = await member.call('notes.create', { title: 'Stays private', content: 'Text.' })
      await ada.call('members.remove', { member: member.user.id })
      const { slug } = ada.organization
      const away = member.call('sync.pull', { device: device.id }, { organization: slug })
      await assert.rejects(away, { status: 404, code: 'no_organization' })
      await assert.rejects(device.pullPage(10), { code: 'invalid_cursor' })
      await ada.call('tasks.create', { project: open.slug, title: 'While away' })
      await join(server, member, ada, 'member')
      await device.expectComplete()
      assert.deepEqual(device.has(note.id), [true])
    })

    it('sends an item that moved out of sight as removed, and never names a hidden one', async () => {
      const device = await TestDevice.register(grace)
      await device.expectComplete()
      const second = await ada.call('projects.create', { name: 'Second hidden', visibility: 'private' })
      const note = await ada.call('notes.create', { project: open.slug, title: 'Moves', content: 'Text.' })
      const secret = await ada.call('notes.create', {
        project: hidden.slug,
        title: 'Secret',
        content: 'Text.',
      })
      const personal = await ada.call('notes.create', { title: 'Personal', content: 'Text.' })
      const skill = await ada.call('skills.create', { name: 'Was public', content: 'Text.', scope: 'public' })
      const task = await ada.call('tasks.create', { project: hidden.slug, title: 'Secret' })
      await device.expectComplete()
      await ada.call('notes.update', { note: note.id, project: hidden.slug })
      await ada.call('notes.update', { note: secret.id, project: second.slug })
      await ada.call('notes.update', { note: personal.id, project: second.slug })
      await ada.call('skills.update', { skill: skill.slug, scope: 'personal' })
      await ada.call('tasks.delete', { task: task.key })
      const purged = await ada.call('notes.create', { project: open.slug, title: 'Purged', content: 'Text.' })
      await ada.call('notes.delete', { note: purged.id })
      await server.app.database.run(
        sql`update notes set deleted_at = now() - interval '40 days' where id = ${purged.id}`,
      )
      await purgeTrash(server.app)
      const changes = await device.expectComplete(20)
      assert.deepEqual(changes, [
        { change: 'removed', kind: 'note', id: note.id },
        { change: 'removed', kind: 'skill', id: skill.id },
        { change: 'removed', kind: 'note', id: purged.id },
      ])
      await ada.call('notes.update', { note: note.id, title: 'Changed out of sight' })
      assert.deepEqual(await device.pull(), [])
    })

    it('removes cleared memory, and follows the memory of a deleted agent', async () => {
      const device = await TestDevice.register(ada)
      const project = open.slug
      for (const content of ['Green.', 'Blue.', 'Red.', 'Grey.', 'Pink.'])
        await ada.call('memories.store', { scope: 'project', project, content })
      const agent = (await ada.call('agents.create', { name: 'Rememberer' })).id
      await ada.call('memories.store', { scope: 'agent', agent, content: 'Of the agent.' })
      await device.expectComplete()
      await ada.call('memories.clear', { scope: 'project', project })
      await device.expectComplete(2)
      await ada.call('agents.delete', { agent, memory: 'delete' })
      await device.expectComplete(2)
      await ada.call('trash.restore', { kind: 'agent', item: agent })
      await device.expectComplete(2)
    })

    it('hides and shows the memory of a session with it', async () => {
      const device = await TestDevice.register(ada)
      const session = await ada.call('sessions.create', { project: open.slug, title: 'Learns' })
      const content = 'Only in this session.'
      const stored = await ada.call('memories.store', { scope: 'session', session: session.id, content })
      const { id } = (stored as { memory: { id: string } }).memory
      await device.expectComplete()
      await ada.call('memories.update', { memory: id, importance: 0.9 })
      await ada.call('sessions.delete', { session: session.id })
      await device.expectComplete()
      assert.deepEqual(device.has(session.id, id), [false, false])
      await ada.call('trash.restore', { kind: 'session', item: session.id })
      await device.expectComplete()
      assert.deepEqual(device.has(session.id, id), [true, true])
    })
  })
}
