import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  connectAgent,
  oneEngine,
  startTestServer,
} from '../../../test/harness.ts'
import { addMember, agentToken, join } from '../../../test/world.ts'

for (const engine of oneEngine) {
  describe(`guests, and who is given work, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    let editor: Person
    let viewer: Person
    let project: string
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      editor = await addMember(server, ada, 'guest')
      viewer = await addMember(server, ada, 'guest')
      project = (await ada.call('projects.create', { name: 'Shared', visibility: 'private' })).slug
      await ada.call('projects.share', { project, user: editor.user.id, role: 'editor' })
      await ada.call('projects.share', { project, user: viewer.user.id, role: 'viewer' })
      await ada.call('projects.create', { name: 'Everybody else', slug: 'all' })
      await ada.call('tasks.create', { project: 'all', title: 'Not for guests' })
    })
    after(() => server.stop())

    const forbidden = { status: 403, code: 'forbidden' }
    const refusedAssignee =
      (message: RegExp) => (problem: { errors: { path: string; message: string }[] }) => {
        assert.equal(problem.errors[0]?.path, 'assignee')
        assert.match(problem.errors[0].message, message)
        return true
      }

    it('an editor works in the project, and has no other', async () => {
      const task = await editor.call('tasks.create', { project, title: 'By a guest', assignee: 'me' })
      assert.equal(task.assignee?.id, editor.user.id)
      await editor.call('tasks.update', { task: task.key, assignee: ada.user.username })
      const back = await editor.call('tasks.update', { task: task.key, assignee: editor.user.username })
      assert.equal(back.assignee?.id, editor.user.id)
      assert.equal((await editor.call('tasks.complete', { task: task.key })).status, 'complete')
      await editor.call('tasks.delete', { task: task.key })
      await editor.call('trash.restore', { kind: 'task', item: task.key })
      assert.equal((await editor.call('projects.update', { project, name: 'Our work' })).name, 'Our work')
      for (const deed of ['projects.archive', 'projects.delete'] as const)
        await assert.rejects(editor.call(deed, { project }), forbidden)

      const slugs = (await editor.call('projects.list', {})).items.map(({ slug }) => slug)
      assert.deepEqual(slugs, [project])
      const titles = (await editor.call('tasks.list', {})).items.map(({ title }) => title)
      assert.deepEqual(titles, ['By a guest'])
      await assert.rejects(editor.call('tasks.create', { project: 'all', title: 'x' }), { status: 404 })
      await assert.rejects(editor.call('projects.create', { name: 'My own' }), { code: 'role_too_low' })
    })

    it('a viewer reads, and writes nothing', async () => {
      const { key } = await ada.call('tasks.create', { project, title: 'To be read' })
      const task = await viewer.call('tasks.get', { task: key })
      assert.deepEqual([task.title, task.may], ['To be read', { edit: false }])
      assert.ok((await viewer.call('tasks.list', {})).items.every(({ may }) => !may.edit))
      await assert.rejects(viewer.call('tasks.create', { project, title: 'x' }), forbidden)
      await assert.rejects(viewer.call('tasks.update', { task: key, title: 'x' }), forbidden)
      await assert.rejects(viewer.call('tasks.complete', { task: key }), forbidden)
      await assert.rejects(viewer.call('tasks.delete', { task: key }), forbidden)
      await assert.rejects(viewer.call('projects.update', { project, name: 'x' }), forbidden)
    })

    it('their agents may what they may', async () => {
      for (const [guest, may] of [
        [viewer, false],
        [editor, true],
      ] as const) {
        const { value, id } = await agentToken(server, guest, ada, `Helper of ${guest.user.username}`)
        const agent = await connectAgent(server.url, value, id, 'http')
        const made = await agent.call('create_task', { project, title: 'By an agent', assignee: 'me' })
        assert.equal(made.isError, !may)
        const updated = await agent.call('update_project', { project, description: 'By an agent' })
        assert.equal(updated.isError, !may)
        const reads = await agent.call('get_project', { project })
        assert.deepEqual(reads.data.may, { edit: may, manage: false })
        assert.equal((await agent.call('get_project', { project: 'all' })).data.status, 404)
        assert.equal((await agent.call('archive_project', { project })).data.status, 403)
        await agent.close()
      }
    })

    it('work is given to those who can see it, and the refusal says how they could', async () => {
      const task = await ada.call('tasks.create', { project, title: 'For whom?' })
      const assign = (assignee: string) => ada.call('tasks.update', { task: task.key, assignee })
      await assert.rejects(assign(grace.user.username), refusedAssignee(/can't see this project\. Share it/))
      const unseen = ada.call('tasks.create', { project, title: 'x', assignee: grace.user.id })
      await assert.rejects(unseen, refusedAssignee(/Share it with them first/))
      await ada.call('projects.share', { project, user: grace.user.id, role: 'viewer' })
      assert.equal((await assign(grace.user.username)).assignee?.id, grace.user.id)
      await ada.call('projects.unshare', { project, user: grace.user.id })
      assert.equal((await assign(grace.user.id)).assignee?.id, grace.user.id, 'who has it may keep it')
      const forAll = { project: 'all', title: 'x', assignee: grace.user.username }
      assert.equal((await ada.call('tasks.create', forAll)).assignee?.id, grace.user.id)
    })

    it('a guest is not told who is in the organization', async () => {
      const hidden = grace.user.username
      for (const ask of [
        (assignee: string) => editor.call('tasks.list', { assignee }),
        (assignee: string) => editor.call('tasks.create', { project, title: 'x', assignee }),
      ]) {
        await assert.rejects(ask(hidden), refusedAssignee(/No user or agent "/))
        await assert.rejects(ask('nobody-at-all'), refusedAssignee(/No user or agent "/))
      }
      assert.ok((await editor.call('tasks.list', { assignee: viewer.user.username })).items.length === 0)
    })

    it('what they made as members is no longer theirs, unless it is shared with them', async () => {
      const former = await addMember(server, ada, 'member')
      const { slug } = await former.call('projects.create', { name: 'Once mine' })
      await join(server, former, ada, 'guest')
      await assert.rejects(former.call('projects.get', { project: slug }), { status: 404 })
      const given = { project: slug, title: 'x', assignee: former.user.id }
      await assert.rejects(ada.call('tasks.create', given), refusedAssignee(/can't see this project/))
      await ada.call('projects.share', { project: slug, user: former.user.id, role: 'viewer' })
      const { may } = await former.call('projects.get', { project: slug })
      assert.deepEqual(may, { edit: false, manage: false })
    })
  })
}
