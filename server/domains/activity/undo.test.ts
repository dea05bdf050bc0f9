import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { createTeam } from '../../../test/teams.ts'
import { buildThings } from '../../../test/things.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'

for (const engine of oneEngine) {
  describe(`undo on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let grace: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      grace = await addMember(server, ada, 'member')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const newTask = (more: object = {}) =>
      ada.call('tasks.create', { project: 'web', title: 'As it was', ...more })
    /** Returns the id of the last event of an item. */
    const lastOf = async (id: string) => {
      const [row] = await server.app.database.run<{ id: string }>(
        sql`select id from journal where subject_id = ${id} order by xid desc, seq desc limit 1`,
      )
      return row!.id
    }
    const undo = async (id: string, person = ada) => person.call('activity.undo', { event: await lastOf(id) })

    it('reverts all changed fields, records the undo and allows undoing it', async () => {
      const { id, key } = await newTask({ priority: 'low', labels: ['a'] })
      await ada.call('tasks.update', { task: id, title: 'Changed', priority: 'urgent', labels: ['b', 'c'] })
      const changed = await lastOf(id)
      const undone = await grace.call('activity.undo', { event: changed })
      assert.deepEqual(undone, {
        item: { kind: 'task', id, key, version: 3 },
        outcome: 'changed',
        restored: ['title', 'priority', 'labels'],
        changedSince: [],
        notRestorable: [],
      })
      const { title, priority, labels } = await ada.call('tasks.get', { task: id })
      assert.deepEqual([title, priority, labels], ['As it was', 'low', ['a']])
      const [entry] = (await ada.call('activity.listHistory', { item: key })).items
      assert.deepEqual(
        [entry!.type, entry!.actor.id, entry!.data.undoes],
        ['task.updated', grace.user.id, changed],
      )

      await undo(id)
      assert.equal((await ada.call('tasks.get', { task: id })).title, 'Changed', 'undone again')
    })

    it('keeps fields that changed again, and rejects an undo with nothing left to revert', async () => {
      const { id } = await newTask()
      await ada.call('tasks.update', { task: id, title: 'Second', priority: 'high' })
      const event = await lastOf(id)
      await ada.call('tasks.update', { task: id, title: 'Third' })
      const undone = await ada.call('activity.undo', { event })
      assert.deepEqual(
        [undone.restored, undone.changedSince],
        [['priority'], [{ field: 'title', value: 'Third' }]],
      )
      const response = await fetch(`${server.url}/api/events/${event}/undo`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.token}` },
      })
      const problem = (await response.json()) as { code: string; detail: string; changedSince: object[] }
      assert.deepEqual([response.status, problem.code], [409, 'changed_since'])
      assert.match(problem.detail, /title, priority/)
      assert.deepEqual(problem.changedSince, [
        { field: 'title', value: 'Third' },
        { field: 'priority', value: 'none' },
      ])
    })

    it('reopens a completed task and restores its completion time when undone again', async () => {
      const { id } = await newTask({ status: 'in_progress' })
      const { completedAt } = await ada.call('tasks.complete', { task: id, notes: 'Done' })
      const undone = await undo(id)
      assert.deepEqual(undone.restored.toSorted(), ['completionNotes', 'status'])
      const opened = await ada.call('tasks.get', { task: id })
      assert.deepEqual(
        [opened.status, opened.completedAt, opened.completionNotes],
        ['in_progress', null, null],
      )
      await undo(id)
      const again = await ada.call('tasks.get', { task: id })
      assert.deepEqual([again.status, again.completedAt], ['complete', completedAt])
    })

    it('rejects an undo that would complete a blocked task', async () => {
      const { id } = await newTask({ status: 'complete' })
      await ada.call('tasks.update', { task: id, status: 'todo' })
      const blocker = await newTask()
      await server.app.database.run(
        sql`insert into dependencies (task_id, other_id, organization_id, kind, created_by) values (${blocker.id}, ${id}, ${ada.organization.id}, 'blocks', '{}')`,
      )
      await server.app.database.run(sql`update tasks set open_blockers = 1 where id = ${id}`)
      await assert.rejects(undo(id), { code: 'task_blocked', status: 422 })
    })

    it('restores references only to items and members that still exist', async () => {
      const former = await addMember(server, ada, 'member')
      const things = await buildThings(server, ada, { only: ['project', 'story', 'feature'] })
      const { story, feature } = things
      const { id } = await ada.call('tasks.create', {
        project: things.project!,
        title: 'Points',
        assignee: former.user.username,
        story: story!,
        feature: feature!,
      })
      await ada.call('tasks.update', { task: id, title: 'Alone', assignee: null, story: null, feature: null })
      const event = await lastOf(id)
      await ada.call('activity.undo', { event })
      const back = await ada.call('tasks.get', { task: id })
      assert.deepEqual(
        [back.assignee?.id, back.story?.id, back.feature?.id],
        [former.user.id, story, feature],
      )

      await undo(id)
      await server.app.database.run(sql`update stories set deleted_at = now() where id = ${story!}`)
      await ada.call('members.remove', { member: former.user.id })
      const partly = await undo(id)
      assert.deepEqual(partly.restored.toSorted(), ['feature', 'title'])
      assert.deepEqual(partly.notRestorable.map(({ field }) => field).toSorted(), ['assignee', 'story'])
    })

    it('moves a task back to its position unless another task occupies it', async () => {
      const [first, second, third] = [await newTask(), await newTask(), await newTask()]
      await ada.call('tasks.update', { task: third.id, before: second.id })
      const moved = await lastOf(third.id)
      await ada.call('activity.undo', { event: moved })
      assert.equal((await ada.call('tasks.get', { task: third.id })).position, third.position)
      await undo(third.id)
      await server.app.database.run(sql`update tasks set position = ${third.position} where id = ${first.id}`)
      const taken = ada.call('activity.undo', { event: moved })
      await assert.rejects(taken, { code: 'changed_since' })
    })

    it('deletes a created task, restores a deleted one and deletes a restored one', async () => {
      const { id, key } = await newTask()
      assert.equal((await undo(id)).outcome, 'deleted')
      await assert.rejects(ada.call('tasks.get', { task: key }), { status: 404 })
      assert.equal((await undo(id)).outcome, 'restored')
      assert.equal((await ada.call('tasks.get', { task: key })).key, key)
      assert.equal((await undo(id)).outcome, 'deleted')
      await assert.rejects(ada.call('tasks.get', { task: key }), { status: 404 })
    })

    it('undoes changes to projects, epics, stories, features, comments and workspaces', async () => {
      const { epic, story, feature } = await buildThings(server, ada, { only: ['epic', 'story', 'feature'] })
      for (const [kind, table, id] of [
        ['feature', 'features', feature!],
        ['story', 'stories', story!],
        ['epic', 'epics', epic!],
      ] as const) {
        await server.app.database.run(
          sql`update ${sql.raw(table)} set title = 'Later', version = 2 where id = ${id}`,
        )
        const event = await insertEvent(id, kind, { title: { from: 'Before', to: 'Later' } })
        const { item, restored } = await ada.call('activity.undo', { event })
        assert.deepEqual([item.kind, restored], [kind, ['title']])
        const creation = await insertEvent(id, kind, null, 'created')
        assert.equal((await ada.call('activity.undo', { event: creation })).outcome, 'deleted')
      }
      const project = await ada.call('projects.create', { name: 'Named', visibility: 'private' })
      await ada.call('projects.update', { project: project.id, name: 'Renamed', visibility: 'organization' })
      assert.deepEqual((await undo(project.id)).restored, ['name', 'visibility'])
      await ada.call('projects.archive', { project: project.id })
      await undo(project.id)
      const { name, visibility, archivedAt, activity } = await ada.call('projects.get', {
        project: project.id,
      })
      assert.deepEqual([name, visibility, archivedAt], ['Named', 'private', null])
      assert.equal(activity[0]!.type, 'project.unarchived')

      const { key } = await newTask()
      const comment = await ada.call('comments.create', { item: key, body: 'Said' })
      await ada.call('comments.update', { comment: comment.id, body: 'Unsaid' })
      assert.deepEqual((await undo(comment.id)).restored, ['body'])
      assert.equal((await ada.call('comments.list', { item: key })).items[0]!.body, 'Said')

      const workspace = await ada.call('workspaces.create', { name: 'Desk' })
      await ada.call('workspaces.update', { workspace: workspace.id, name: 'Table' })
      await undo(workspace.id)
      assert.equal((await ada.call('workspaces.get', { workspace: workspace.id })).name, 'Desk')
    })

    /** Inserts a journal entry directly, for changes that no operation makes. */
    async function insertEvent(
      id: string,
      kind: string,
      changes: object | null,
      verb = 'updated',
    ): Promise<string> {
      const event = crypto.randomUUID()
      await server.app.database.run(
        sql`insert into journal (id, organization_id, project_id, actor, type, subject_kind, subject_id, changes)
         select ${event}::uuid, organization_id, project_id, '{}', ${`${kind}.${verb}`}, ${kind}, id,
                ${changes && JSON.stringify(changes)}::jsonb
           from ${sql.raw(kind === 'story' ? 'stories' : `${kind}s`)} where id = ${id}`,
      )
      return event
    }

    it('rejects changes that cannot be undone', async () => {
      const { slug, id } = await ada.call('projects.create', { name: 'Given', visibility: 'private' })
      await ada.call('projects.share', { project: slug, user: grace.user.id, role: 'viewer' })
      await ada.call('projects.share', { project: slug, user: grace.user.id, role: 'editor' })
      await assert.rejects(undo(id), { status: 422, code: 'not_undoable' })
      const token = await ada.call('credentials.createMcpToken', { name: 'token' })
      await assert.rejects(undo(token.id), { status: 422, code: 'not_undoable' })
      const nothing = ada.call('activity.undo', { event: crypto.randomUUID() })
      await assert.rejects(nothing, { status: 404, code: 'not_found' })
    })

    it('rejects an undo of columns that no caller can edit', async () => {
      const { id } = await newTask()
      const event = await insertEvent(id, 'task', {
        claimNumber: { from: 7, to: 0 },
        organizationId: { from: crypto.randomUUID(), to: ada.organization.id },
        version: { from: 9, to: 1 },
      })
      await assert.rejects(ada.call('activity.undo', { event }), { code: 'not_undoable' })
    })

    it('requires access to view the change and edit the item', async () => {
      const [guest, outsider] = [await addMember(server, ada, 'guest'), await server.register('Outsider')]
      const { slug, id: projectId } = await ada.call('projects.create', {
        name: 'Kept',
        visibility: 'private',
      })
      const { id } = await ada.call('tasks.create', { project: slug, title: 'x' })
      await ada.call('tasks.update', { task: id, title: 'y' })
      const event = await lastOf(id)
      const bound = await ada.call('credentials.createApiKey', { name: 'of web', project: 'web' })
      const test = await ada.call('credentials.createApiKey', { name: 'test', mode: 'test' })
      const callers = [
        grace.call,
        guest.call,
        outsider.call,
        ...[bound, test].map(({ value }) => server.client(value)),
      ]
      for (const call of callers)
        await assert.rejects(call('activity.undo', { event }), { status: 404, code: 'not_found' })

      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'viewer' })
      await assert.rejects(guest.call('activity.undo', { event }), { status: 403, code: 'forbidden' })
      await ada.call('projects.share', { project: slug, user: guest.user.id, role: 'editor' })
      await guest.call('activity.undo', { event })

      await ada.call('projects.update', { project: slug, visibility: 'organization' })
      await assert.rejects(undo(projectId, grace), { status: 403, code: 'forbidden' })
      const comment = await ada.call('comments.create', { item: id, body: 'mine' })
      await ada.call('comments.update', { comment: comment.id, body: 'still mine' })
      await assert.rejects(undo(comment.id, grace), { status: 403, code: 'forbidden' })
    })

    it('leaves team and visibility unchanged if the team was deleted', async () => {
      const lead = await addMember(server, ada, 'member')
      const team = await createTeam(server, ada, { name: 'crew', leads: [lead] })
      const { id } = await ada.call('projects.create', { name: 'Of the crew', team: team.slug })
      await ada.call('projects.update', {
        project: id,
        name: 'Of all',
        team: null,
        visibility: 'organization',
      })
      const event = await lastOf(id)
      await ada.call('teams.delete', { team: team.slug })
      const { restored, notRestorable } = await ada.call('activity.undo', { event })
      assert.deepEqual(
        [restored, notRestorable.map(({ field }) => field)],
        [['name'], ['team', 'visibility']],
      )
    })

    it('lets an agent undo a change with restore_item', async () => {
      const { id } = await newTask()
      await ada.call('tasks.update', { task: id, title: 'By mistake' })
      const agent = await grace.agent({ agent: 'Scout' })
      const { history } = (await agent.call('get_task', { task: id })).data as unknown as {
        history: { id: string }[]
      }
      const undone = await agent.call('restore_item', { activity: history[0]!.id })
      assert.deepEqual([undone.isError, undone.data.restored], [false, ['title']])
      await agent.close()
      assert.equal((await ada.call('tasks.get', { task: id })).title, 'As it was')
    })
  })
}
