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
  describe(`guests and assignees, on ${engine}`, () => {
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
    const rejectsAssignee =
      (message: RegExp) => (problem: { errors: { path: string; message: string }[] }) => {
        assert.equal(problem.errors[0]?.path, 'assignee')
        assert.match(problem.errors[0].message, message)
        return true
      }

    it('lets a guest editor work in the shared project only', async () => {
      const task = await editor.call('tasks.create', { project, title: 'By a guest', assignee: 'me' })
      assert.equal(task.assignee?.id, editor.user.id)
      await editor.call('tasks.update', { task: task.key, assignee: ada.user.username })
      const back = await editor.call('tasks.update', { task: task.key, assignee: editor.user.username })
      assert.equal(back.assignee?.id, editor.user.id)
      assert.equal((await editor.call('tasks.complete', { task: task.key })).status, 'complete')
      await editor.call('tasks.delete', { task: task.key })
      await editor.call('trash.restore', { kind: 'task', item: task.key })
      assert.equal((await editor.call('projects.update', { project, name: 'Our work' })).name, 'Our work')
      for (const operation of ['projects.archive', 'projects.delete'] as const)
        await assert.rejects(editor.call(operation, { project }), forbidden)

      const slugs = (await editor.call('projects.list', {})).items.map(({ slug }) => slug)
      assert.deepEqual(slugs, [project])
      const titles = (await editor.call('tasks.list', {})).items.map(({ title }) => title)
      assert.deepEqual(titles, ['By a guest'])
      await assert.rejects(editor.call('tasks.create', { project: 'all', title: 'x' }), { status: 404 })
      await assert.rejects(editor.call('projects.create', { name: 'My own' }), { code: 'role_too_low' })
    })

    it('lets a guest viewer read but not write', async () => {
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

    it('gives agents of guests the rights of the guest', async () => {
      for (const [guest, may] of [
        [viewer, false],
        [editor, true],
      ] as const) {
        const { value, id } = await agentToken(server, guest, ada, `Helper of ${guest.user.username}`)
        const agent = await connectAgent(server.url, value, id, 'http')
        const created = await agent.call('create_task', { project, title: 'By an agent', assignee: 'me' })
        assert.equal(created.isError, !may)
        const updated = await agent.call('update_project', { project, description: 'By an agent' })
        assert.equal(updated.isError, !may)
        const reads = await agent.call('get_project', { project, detail: 'full' })
        assert.deepEqual(reads.data.may, { edit: may, manage: false })
        assert.equal((await agent.call('get_project', { project: 'all' })).data.status, 404)
        assert.equal((await agent.call('archive_project', { project })).data.status, 403)
        await agent.close()
      }
    })

    it('rejects an assignee who cannot see the project, and suggests a share', async () => {
      const task = await ada.call('tasks.create', { project, title: 'For whom?' })
      const assign = (assignee: string) => ada.call('tasks.update', { task: task.key, assignee })
      await assert.rejects(assign(grace.user.username), rejectsAssignee(/can't see this project\. Share it/))
      const unseen = ada.call('tasks.create', { project, title: 'x', assignee: grace.user.id })
      await assert.rejects(unseen, rejectsAssignee(/Share it with them first/))
      await ada.call('projects.share', { project, user: grace.user.id, role: 'viewer' })
      assert.equal((await assign(grace.user.username)).assignee?.id, grace.user.id)
      await ada.call('projects.unshare', { project, user: grace.user.id })
      assert.equal((await assign(grace.user.id)).assignee?.id, grace.user.id, 'an assignee can keep the task')
      const forAll = { project: 'all', title: 'x', assignee: grace.user.username }
      assert.equal((await ada.call('tasks.create', forAll)).assignee?.id, grace.user.id)
    })

    it('hides the members of the organization from a guest', async () => {
      const hidden = grace.user.username
      for (const send of [
        (assignee: string) => editor.call('tasks.list', { assignee }),
        (assignee: string) => editor.call('tasks.create', { project, title: 'x', assignee }),
      ]) {
        await assert.rejects(send(hidden), rejectsAssignee(/No user or agent "/))
        await assert.rejects(send('nobody-at-all'), rejectsAssignee(/No user or agent "/))
      }
      assert.ok((await editor.call('tasks.list', { assignee: viewer.user.username })).items.length === 0)
    })

    it('removes the access of a former member to projects that they created', async () => {
      const former = await addMember(server, ada, 'member')
      const { slug } = await former.call('projects.create', { name: 'Once mine' })
      await join(server, former, ada, 'guest')
      await assert.rejects(former.call('projects.get', { project: slug }), { status: 404 })
      const given = { project: slug, title: 'x', assignee: former.user.id }
      await assert.rejects(ada.call('tasks.create', given), rejectsAssignee(/can't see this project/))
      await ada.call('projects.share', { project: slug, user: former.user.id, role: 'viewer' })
      const { may } = await former.call('projects.get', { project: slug })
      assert.deepEqual(may, { edit: false, manage: false })
    })
  })
}
