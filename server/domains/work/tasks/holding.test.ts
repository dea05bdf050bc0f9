import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { type Claiming, startClaiming } from '../../../../test/claiming.ts'
import { oneEngine } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { syncClock } from '../../../database/clock.ts'

for (const engine of oneEngine) {
  describe(`claim holders, on ${engine}`, () => {
    let its: Claiming
    before(async () => {
      its = await startClaiming(engine)
    })
    after(() => its.stop())

    it('ends a claim when its holder completes the task or changes its status or assignee', async () => {
      const { grace, first, second, project, claim, get } = its
      const { slug, tasks } = await project('Done', 'Reviewed', 'Handed over', 'Back')
      const [done, reviewed, handed, back] = tasks.map(({ key }) => key)
      for (let count = 0; count < 4; count++) await claim(first, { project: slug })
      const complete = await first.call('complete_task', { task: done, claim: 1, notes: 'as agreed' })
      assert.deepEqual([complete.data.status, complete.data.claim], ['complete', null])
      const moved = await first.call('update_task', { task: reviewed, claim: 1, status: 'in_review' })
      assert.deepEqual(
        [moved.data.claim, (moved.data as unknown as { assignee: { name: string } }).assignee.name],
        [null, 'First'],
      )
      await first.call('update_task', { task: handed, claim: 1, assignee: grace.user.username })
      const { claim: ended, status, assignee } = await get(handed!)
      assert.deepEqual([ended, status, assignee!.id], [null, 'in_progress', grace.user.id])
      await first.call('update_task', { task: back, status: 'todo' })
      assert.equal((await get(back!)).assignee, null, 'returning a task to todo unassigns it')
      assert.equal((await claim(second, { project: slug })).task!.key, back)
    })

    it('keeps the claim of a deleted task and restores it with the task', async () => {
      const { ada, first, second, project, claim, refusal } = its
      const {
        slug,
        keys: [key],
      } = await project('Deleted')
      await claim(first, { project: slug })
      await ada.call('tasks.delete', { task: key })
      assert.equal(
        (await refusal(first, 'claim_task', { action: 'renew', task: key, claim: 1 })).code,
        'not_found',
      )
      assert.equal((await claim(second, { project: slug })).task, null)
      await ada.call('trash.restore', { kind: 'task', item: key })
      assert.equal((await claim(first, { action: 'renew', task: key, claim: 1 })).claim, 1)
    })

    it('treats all keys of a user as one holder, and their agent as another', async () => {
      const { ada, first, project, claim, refusal } = its
      const {
        slug,
        keys: [key],
      } = await project('Theirs')
      const [one, other] = [await ada.agent(), await ada.agent()]
      const { claim: number, task } = await claim(one, { project: slug })
      assert.equal(task!.assignee!.id, ada.user.id)
      assert.equal((await claim(other, { action: 'renew', task: key, claim: number })).claim, number)
      assert.equal(
        (await refusal(first, 'claim_task', { action: 'renew', task: key, claim: number })).code,
        'claim_lost',
      )
      assert.equal((await ada.call('tasks.complete', { task: key, claim: number! })).status, 'complete')
      await one.close()
      await other.close()
    })

    it('claims only in projects that the caller can edit and that are not archived', async () => {
      const { server, ada, project, claim } = its
      const guest = await addMember(server, ada, 'guest')
      assert.match((await guest.call('tasks.claim', {})).why, /none that you can edit has status todo/)
      const [seen, changed] = [await project('Only seen'), await project('Changed', 'Left')]
      await ada.call('projects.share', { project: seen.slug, user: guest.user.username, role: 'viewer' })
      await ada.call('projects.share', { project: changed.slug, user: guest.user.username, role: 'editor' })
      assert.equal((await guest.call('tasks.claim', {})).task!.key, changed.keys[0])
      await assert.rejects(guest.call('tasks.claim', { project: seen.slug }), { code: 'forbidden' })
      await assert.rejects(guest.call('tasks.claim', { task: seen.keys[0] }), { code: 'forbidden' })
      await assert.rejects(guest.call('tasks.claim', { task: changed.keys[1], project: seen.slug }), {
        code: 'not_found',
      })
      const bound = await ada.agent({ project: seen.slug })
      assert.equal((await claim(bound, {})).task!.key, seen.keys[0])
      assert.equal((await claim(bound, {})).task, null)
      await bound.close()
      await ada.call('projects.archive', { project: changed.slug })
      assert.equal((await guest.call('tasks.claim', {})).task, null)
      for (const input of [{ project: changed.slug }, { task: changed.keys[1] }])
        await assert.rejects(guest.call('tasks.claim', input), { code: 'project_archived' })
    })

    it('gives an assigned task only to its assignee', async () => {
      const { ada, first, second, project, claim } = its
      const {
        slug,
        keys: [key],
      } = await project('Of First')
      await ada.call('tasks.update', { task: key, assignee: 'First' })
      assert.match((await claim(second, { project: slug })).why, /assigned to others: 1\./)
      assert.equal((await claim(first, { project: slug })).task!.key, key)
    })

    it('checks leases by the database clock, not the server clock', async () => {
      const { first, second, project, claim, refusal, get } = its
      const {
        slug,
        keys: [key],
      } = await project('Timed')
      const { claim: number } = await claim(first, { project: slug })
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
      try {
        assert.match(
          (await claim(first, { action: 'renew', task: key, claim: number! })).why,
          /is yours until/,
        )
        await syncClock(its.server.app.database)
        assert.equal((await get(key)).claim?.number, number, 'a node with a wrong clock shows the claim')
        assert.equal((await refusal(second, 'claim_task', { task: key })).code, 'task_held')
        assert.equal((await refusal(second, 'complete_task', { task: key })).code, 'task_held')
        assert.equal((await claim(second, { project: slug })).task, null)
      } finally {
        mock.timers.reset()
        await syncClock(its.server.app.database)
      }
    })
  })
}
