import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { type Forge, type ForgeRepo, signatureOf, startForge } from '../../../test/partners/forge.ts'
import { addMember } from '../../../test/world.ts'

/*
 * A short story of one repository for the quick tests. sync.test.ts and sync-webhooks.test.ts have the other cases.
 */
for (const engine of oneEngine) {
  describe(`the code of a task, on ${engine}`, () => {
    let forge: Forge
    let server: TestServer
    let ada: Person
    let task: string
    let at: ForgeRepo
    let repo: string
    before(async () => {
      forge = await startForge()
      server = await startOwnServer(engine, { REPO_HOSTS: forge.host })
      ada = await server.register('Ada')
      const { token } = forge.addUser('ada')
      await ada.call('projects.create', { name: 'Web', slug: 'web', key: 'WEB' })
      task = (await ada.call('tasks.create', { project: 'web', title: 'Log in' })).key
      at = forge.addRepo('ada/shop', { commits: [{ message: 'First', files: { first: '1' } }] })
      at.commit(
        { message: `Log in\n\nFor ${task}.`, files: { 'a.txt': 'a' } },
        `feature/${task.toLowerCase()}`,
      )
      repo = (await ada.call('repos.connect', { project: 'web', url: at.url, token })).id
    })
    after(async () => {
      await server.stop()
      await forge.close()
    })

    it('shows the open pull request on its repository and on its task', async () => {
      const { number } = at.openPull({
        head: `feature/${task.toLowerCase()}`,
        title: 'Log in',
        author: 'ada',
      })
      assert.equal((await ada.call('repos.sync', { repo })).openPullRequests, 1)
      const { items } = await ada.call('repos.listPullRequests', { repo })
      assert.deepEqual(
        items.map((pull) => [pull.number, pull.state, pull.items.map(({ key }) => key)]),
        [[number, 'open', [task]]],
      )
      const linked = await ada.call('repos.listLinked', { item: task })
      assert.deepEqual(
        [linked.branches.map(({ name }) => name), linked.pullRequests.map((pull) => pull.number)],
        [[`feature/${task.toLowerCase()}`], [number]],
      )
      const guest = await addMember(server, ada, 'guest')
      await assert.rejects(guest.call('repos.listPullRequests', { repo }), { status: 404 })
      await assert.rejects(guest.call('repos.listLinked', { item: task }), { status: 404 })
    })

    it('accepts deliveries that are signed with the secret of its webhook', async () => {
      const { secret } = await ada.call('repos.createWebhook', { repo })
      assert.equal((await ada.call('repos.getWebhook', { repo })).state, 'waiting')
      const deliver = (signature: string) =>
        fetch(`${server.url}/api/repos/${repo}/webhook`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        })
      assert.equal((await deliver(signatureOf('{}', 'guessed'))).status, 401)
      assert.equal((await deliver(signatureOf('{}', secret))).status, 202)
      assert.equal((await ada.call('repos.getWebhook', { repo })).state, 'active')
      const viewer = await addMember(server, ada, 'guest')
      await ada.call('projects.share', { project: 'web', user: viewer.user.id, role: 'viewer' })
      await assert.rejects(viewer.call('repos.createWebhook', { repo }), { status: 403 })
    })
  })
}
