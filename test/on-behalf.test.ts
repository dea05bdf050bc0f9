import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, connectAgent, oneEngine, startTestServer } from './harness.ts'
import { buildThings } from './things.ts'
import { addMember, agentToken, impersonate } from './world.ts'

for (const engine of oneEngine) {
  describe(`acting on behalf of a user, on ${engine}`, () => {
    let server: TestServer
    let owner: Person
    before(async () => {
      server = await startTestServer(engine)
      owner = await server.register('Owner')
    })
    after(() => server.stop())

    it('shows an agent under its own name, and gives its user no more access through it', async () => {
      const guest = await addMember(server, owner, 'guest')
      const mine = await buildThings(server, owner, { only: ['task'] })
      const ofGuest = await agentToken(server, guest, owner, 'Scout')
      const scout = await connectAgent(server.url, ofGuest.value, ofGuest.id, 'http')
      assert.equal((await scout.call('get_project', { project: mine.project })).isError, true)
      await scout.close()
      const ofOwner = await agentToken(server, owner, owner, 'Builder')
      const builder = await connectAgent(server.url, ofOwner.value, ofOwner.id, 'http')
      await builder.call('create_task', { project: mine.project, title: 'By an agent', assignee: 'me' })
      const [task] = (await owner.call('tasks.list', { project: mine.project!, limit: 1 })).items
      const names = [task!.createdBy.name, task!.createdBy.onBehalfOf?.name, task!.assignee?.name]
      assert.deepEqual(names, ['Builder', 'Owner', 'Builder'])
      await builder.close()
    })

    it("records an impersonator's actions with both names", async () => {
      const token = await impersonate(server, await addMember(server, owner, 'admin'), owner)
      const mine = await buildThings(server, owner, { only: ['task'] })
      await server.client(token)('tasks.complete', { task: mine.task! })
      const { activity } = await owner.call('projects.get', { project: mine.project! })
      assert.equal(activity[0]!.actor.name, 'Owner')
      assert.equal(activity[0]!.actor.impersonatedBy?.name, 'admin')
    })
  })
}
