import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { purgeTrash } from '../trash/purge-trash.ts'

for (const engine of oneEngine) {
  describe(`agent deletion on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
    })
    after(() => server.stop())

    const learn = (agent: string, content: string) =>
      ada.call('memories.store', { scope: 'agent', agent, content })
    const memoriesOf = (agent: string) =>
      server.app.database.run<{ archived: boolean }>(
        sql`select archived_at is not null as archived from memories where agent_id = ${agent} and deleted_at is null`,
      )

    /** Opens a stream with a person's token for the agent. `ended` resolves when the stream ends. */
    const openStream = async (person: Person, agent: string) => {
      const { value } = await person.call('credentials.createMcpToken', { name: 'stream', agent })
      const { body } = await fetch(`${server.url}/mcp/sse`, { headers: { Authorization: `Bearer ${value}` } })
      const reader = body!.getReader()
      await reader.read()
      const ended = (async () => {
        while (!(await reader.read()).done) continue
        return 'ended'
      })()
      return { ended }
    }

    it('revokes all tokens of the agent, unassigns its tasks and ends its sessions', async () => {
      const grace = await addMember(server, ada, 'member')
      const { id } = await ada.call('agents.create', { name: 'Leaving' })
      const ofAda = await ada.agent({ agent: id })
      const { ended: streamEnded } = await openStream(grace, id)
      const task = async (title: string) =>
        (await ada.call('tasks.create', { project: 'web', title, assignee: id })).key
      const [waiting, claimed, done] = [await task('Waiting'), await task('Held'), await task('Done')]
      const claim = await ofAda.call('claim_task', { task: claimed })
      await ada.call('tasks.complete', { task: done })
      const { id: session } = await ada.call('sessions.create', { title: 'Morning', agent: id })
      await learn(id, 'What it knows')

      const deleted = await ada.call('agents.delete', { agent: 'Leaving' })
      assert.deepEqual(
        [deleted.kind, deleted.tokens, deleted.tasks, deleted.sessions, deleted.memory],
        ['agent', 2, 2, 1, { archived: 1, deleted: 0 }],
      )
      assert.equal(await streamEnded, 'ended')
      await assert.rejects(ofAda.call('list_tasks'), /401|not valid/)
      await assert.rejects(ada.call('agents.get', { agent: id }), { status: 404 })
      const [now, free, kept] = await Promise.all(
        [waiting, claimed, done].map((each) => ada.call('tasks.get', { task: each })),
      )
      assert.deepEqual(
        [now!, free!, kept!].map((each) => [each.status, each.assignee?.name ?? null, each.claim]),
        [
          ['todo', null, null],
          ['todo', null, null],
          ['complete', 'Leaving', null],
        ],
      )
      const [released] = free!.history
      assert.equal(released!.type, 'task.released')
      assert.equal((await ada.call('tasks.claim', { task: claimed })).claim, Number(claim.data.claim) + 1)
      assert.equal((await ada.call('sessions.get', { session })).status, 'ended')
      // The creator of each token receives an event for it.
      const { items } = await grace.call('activity.list', { type: 'mcp_token.revoked' })
      assert.equal(items.length, 1)
    })

    it('archives or deletes the memory and restores it with the agent', async () => {
      const { id } = await ada.call('agents.create', { name: 'Rememberer', role: 'Remembers' })
      const token = await ada.agent({ agent: id })
      await token.close()
      await learn(id, 'One thing')
      await ada.call('agents.delete', { agent: id })
      assert.deepEqual(await memoriesOf(id), [{ archived: true }])
      const trashed = (await ada.call('trash.list', { kind: ['agent'] })).items.find((each) => each.id === id)
      assert.deepEqual([trashed!.key, trashed!.title], ['Rememberer', 'Rememberer'])

      await ada.call('trash.restore', { kind: 'agent', item: 'rememberer' })
      const back = await ada.call('agents.get', { agent: id })
      assert.deepEqual([back.role, back.memory.length], ['Remembers', 1])
      assert.deepEqual(await memoriesOf(id), [{ archived: false }])
      const { items } = await ada.call('credentials.listMcpTokens', {})
      assert.ok(
        items.every((each) => each.agent?.id !== id),
        'its tokens stay revoked',
      )

      const deleted = await ada.call('agents.delete', { agent: id, memory: 'delete' })
      assert.deepEqual(deleted.memory, { archived: 0, deleted: 1 })
      assert.deepEqual(await memoriesOf(id), [])
      await ada.call('trash.restore', { kind: 'agent', item: id })
      assert.deepEqual(await memoriesOf(id), [{ archived: false }])
    })

    it('restores an agent by undo unless its name is taken', async () => {
      const { id } = await ada.call('agents.create', { name: 'Once' })
      await ada.call('agents.delete', { agent: id })
      const { items } = await ada.call('activity.list', { type: 'agent.deleted', limit: 1 })
      assert.deepEqual([items[0]!.subject.id, items[0]!.undoable], [id, true])
      const second = await ada.call('agents.create', { name: 'Once' })
      const taken = { status: 409, code: 'already_taken' }
      await assert.rejects(ada.call('trash.restore', { kind: 'agent', item: id }), taken)
      await assert.rejects(ada.call('activity.undo', { event: items[0]!.id }), taken)
      await ada.call('agents.update', { agent: second.id, name: 'Twice' })
      assert.equal((await ada.call('activity.undo', { event: items[0]!.id })).outcome, 'restored')
      assert.equal((await ada.call('agents.get', { agent: 'Once' })).id, id)
    })

    it('lets only users who can delete an agent restore it', async () => {
      const grace = await addMember(server, ada, 'member')
      const other = await addMember(server, ada, 'member')
      const { id } = await grace.call('agents.create', { name: 'Hers' })
      await grace.call('agents.delete', { agent: id })
      await assert.rejects(other.call('trash.restore', { kind: 'agent', item: id }), { status: 403 })
      const listed = async (person: Person) =>
        (await person.call('trash.list', { kind: ['agent'] })).items.some((each) => each.id === id)
      assert.deepEqual([await listed(other), await listed(grace), await listed(ada)], [false, true, true])
      await grace.call('trash.restore', { kind: 'agent', item: id })
    })

    it('purges agents without memory after 30 days and frees the name immediately', async () => {
      const { database } = server.app
      const [kept, deleted] = [
        (await ada.call('agents.create', { name: 'Kept' })).id,
        (await ada.call('agents.create', { name: 'Gone' })).id,
      ]
      const token = await ada.agent({ agent: deleted })
      await token.close()
      await learn(kept, 'Worth keeping')
      for (const agent of [kept, deleted]) await ada.call('agents.delete', { agent })
      await database.run(
        sql`update agents set deleted_at = now() - interval '31 days' where id = any(${[kept, deleted]})`,
      )
      await purgeTrash(server.app)
      const left = await database.run<{ id: string }>(
        sql`select id from agents where id = any(${[kept, deleted]})`,
      )
      assert.deepEqual(left, [{ id: kept }])
      assert.deepEqual(await memoriesOf(kept), [{ archived: true }])
      await assert.rejects(ada.call('trash.restore', { kind: 'agent', item: kept }), {
        code: 'restore_expired',
      })
      await ada.call('agents.create', { name: 'Kept' })
    })
  })
}
