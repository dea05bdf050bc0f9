import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Claiming, startClaiming } from '../../../../test/claiming.ts'
import { engines } from '../../../../test/harness.ts'

for (const engine of engines) {
  describe(`task claims, on ${engine}`, () => {
    let its: Claiming
    before(async () => {
      its = await startClaiming(engine)
    })
    after(() => its.stop())

    it('claims the best task by priority, due date, blocked tasks and age, and explains the choice', async () => {
      const { ada, first, second, project, claim, eventsOf } = its
      const { slug, keys, tasks } = await project('Old', 'Waited for', 'Due', 'Urgent', 'Waiting', 'Later')
      const [old, waitedFor, due, urgent, waiting, later] = keys as string[] as [
        string,
        string,
        string,
        ...string[],
      ]
      await ada.call('tasks.update', {
        task: due,
        dueAt: new Date(Date.now() + 30 * 3_600_000).toISOString(),
      })
      await ada.call('tasks.update', { task: urgent!, priority: 'urgent' })
      await ada.call('tasks.update', { task: later!, status: 'backlog' })
      await ada.call('dependencies.add', { task: waitedFor, kind: 'blocks', other: waiting! })

      const got = []
      for (let count = 0; count < 4; count++) got.push(await claim(first, { project: slug }))
      assert.deepEqual(
        got.map(({ task }) => task?.key),
        [urgent, due, waitedFor, old],
      )
      assert.deepEqual(
        got.map(({ why }) => why),
        [
          `${urgent}: its priority is urgent.`,
          `${due}: it is due in 29 hours.`,
          `${waitedFor}: 1 task waits for it.`,
          `${old} is the oldest ready task.`,
        ],
      )
      assert.deepEqual(
        got.map(({ unblocks }) => unblocks.map(({ key }) => key)),
        [[], [], [waiting], []],
      )

      const { task, claim: number } = got[0]!
      assert.deepEqual(
        [task!.status, task!.assignee?.name, number, task!.version],
        ['in_progress', 'First', 1, 3],
      )
      assert.deepEqual(
        [task!.claim!.by.name, task!.claim!.by.onBehalfOf!.name, task!.claim!.number],
        ['First', 'Ada', 1],
      )
      const minutes = (Date.parse(task!.claim!.until) - Date.parse(task!.claim!.since)) / 60_000
      assert.equal(minutes, 15)

      const none = await claim(second, { project: slug })
      assert.deepEqual([none.task, none.claim, none.unblocks], [null, null, []])
      assert.match(none.why, /blocked by other tasks: 1; held: 4, the first until 20/)
      assert.equal(none.retryAt, got.map((each) => each.task!.claim!.until).toSorted()[0])

      const event = (await eventsOf(tasks[3]!)).at(-1)!
      const { changes, ...data } = event.data as { changes: Record<string, { to: unknown }> }
      assert.deepEqual([event.type, data], ['task.claimed', { claim: 1, until: task!.claim!.until }])
      assert.deepEqual(Object.keys(changes).toSorted(), ['assigneeAgentId', 'status'])
    })

    it('claims a named task, and rejects one that is held, blocked or assigned with the reason', async () => {
      const { ada, grace, first, second, project, claim, refusal } = its
      const { keys } = await project('Held', 'Blocked', 'Of Grace')
      const [held, blocked, hers] = keys
      await ada.call('dependencies.add', { task: held, kind: 'blocks', other: blocked })
      await ada.call('tasks.update', { task: hers, assignee: grace.user.username })
      const got = await claim(first, { task: held, minutes: 60 })
      assert.equal(got.why, `${held}: you asked for it, 1 task waits for it.`)

      const busy = await refusal(second, 'claim_task', { task: held })
      assert.deepEqual(
        [busy.status, busy.code, busy.holder!.name, busy.until],
        [409, 'task_held', 'First', got.task!.claim!.until],
      )
      assert.match(busy.detail, new RegExp(`${held} is claimed by First until 20`))
      const waits = await refusal(second, 'claim_task', { task: blocked })
      assert.deepEqual([waits.status, waits.code], [422, 'task_not_ready'])
      assert.match(
        waits.detail,
        new RegExp(`can't be claimed: it is blocked by ${held}\\. Complete these first, or`),
      )
      assert.match((await refusal(second, 'claim_task', { task: hers })).detail, /it is assigned to member/)
      await ada.call('tasks.update', { task: hers, status: 'in_review' })
      assert.match((await refusal(second, 'claim_task', { task: hers })).detail, /it is in review/)
      assert.equal((await refusal(second, 'claim_task', { task: 'NO-1' })).code, 'not_found')

      const again = await claim(first, { task: held })
      assert.equal(again.claim, 2, 'the holder can claim again and gets a new number')
    })

    it('frees a task when its lease expires and rejects writes with the stale claim number', async () => {
      const { first, second, project, claim, refusal, runOut, get, eventsOf } = its
      const {
        slug,
        tasks: [task],
      } = await project('Left behind')
      const key = task!.key
      const lost = await claim(first, { project: slug })
      await runOut(key)
      assert.equal((await get(key)).claim, null)
      const claimed = await claim(second, { project: slug })
      assert.deepEqual([claimed.task!.key, claimed.claim, claimed.task!.assignee!.name], [key, 2, 'Second'])
      assert.match(claimed.why, /the lease of First expired/)
      const { data } = (await eventsOf(task!)).at(-1)!
      assert.equal((data.from as { name: string }).name, 'First')

      const before = await get(key)
      const stale = { task: key, claim: lost.claim }
      for (const [tool, input] of [
        ['complete_task', { ...stale, notes: 'late' }],
        ['update_task', { ...stale, title: 'Late' }],
        ['claim_task', { ...stale, action: 'renew' }],
        ['claim_task', { ...stale, action: 'release' }],
      ] as const) {
        const rejected = await refusal(first, tool, input)
        assert.deepEqual([rejected.status, rejected.code], [409, 'claim_lost'], tool)
        assert.match(rejected.detail, /Second holds it now as claim 2/)
      }
      assert.equal(
        (await refusal(first, 'complete_task', { task: key })).code,
        'task_held',
        'rejects a write without a number too',
      )
      assert.deepEqual(await get(key), before, 'nothing was written')
      assert.equal((await second.call('complete_task', { task: key, claim: 2 })).isError, false)
      const over = await refusal(second, 'update_task', { task: key, claim: 2, title: 'Late' })
      assert.match(over.detail, /Your claim on .* has ended: it is complete now/)
    })

    it('accepts a repeated completion with the same claim, and only from its holder', async () => {
      const { ada, first, second, project, claim, refusal, get, eventsOf } = its
      const {
        slug,
        tasks: [task, waiting],
      } = await project('Once', 'Waits')
      const { key } = task!
      await ada.call('tasks.update', { task: waiting!.key, link: [{ kind: 'blocked_by', task: key }] })
      const { claim: number } = await claim(first, { project: slug })
      const input = { task: key, claim: number, notes: 'Done.' }
      const once = await first.call('complete_task', input)
      assert.equal(once.isError, false)
      const [before, events] = [await get(key), (await eventsOf(task!)).length]
      const again = await first.call('complete_task', input)
      assert.deepEqual(again, once, 'the repeated call returns the same')
      assert.deepEqual(
        [await get(key), (await eventsOf(task!)).length],
        [before, events],
        'nothing was written',
      )
      assert.equal((await refusal(second, 'complete_task', input)).code, 'claim_lost')
      await ada.call('tasks.update', { task: key, status: 'todo' })
      assert.equal((await refusal(first, 'complete_task', input)).code, 'claim_lost')
      await ada.call('tasks.complete', { task: key, notes: 'By Ada.' })
      assert.equal((await refusal(first, 'complete_task', input)).code, 'claim_lost')
      assert.equal((await get(key)).completionNotes, 'By Ada.')
    })

    it('renews a lease without an event or a new version, and never shortens it', async () => {
      const { first, second, project, claim, refusal, runOut, eventsOf } = its
      const {
        slug,
        tasks: [task],
      } = await project('Long')
      const key = task!.key
      const { claim: number, task: claimed } = await claim(first, { project: slug, minutes: 30 })
      const before = (await eventsOf(task!)).length
      const renewed = await claim(first, { action: 'renew', task: key, claim: number })
      assert.equal(renewed.task!.claim!.until, claimed!.claim!.until, 'it had more than 15 minutes left')
      const longer = await claim(first, { action: 'renew', task: key, claim: number, minutes: 240 })
      assert.ok(longer.task!.claim!.until > claimed!.claim!.until)
      assert.equal(longer.why, `${key} is yours until ${longer.task!.claim!.until}.`)
      assert.deepEqual([longer.claim, longer.task!.version], [1, claimed!.version])
      assert.equal((await eventsOf(task!)).length, before)

      await runOut(key)
      const late = await claim(first, { action: 'renew', task: key, claim: number })
      assert.ok(late.task!.claim, 'renews an expired lease that no one else has claimed')
      assert.equal(
        (await refusal(second, 'claim_task', { action: 'renew', task: key, claim: number })).code,
        'claim_lost',
      )
      for (const input of [{ task: key }, { claim: number }])
        assert.equal(
          (await refusal(first, 'claim_task', { action: 'renew', ...input })).code,
          'invalid_input',
        )
      const unknown = await refusal(first, 'claim_task', { action: 'renew', task: 'NO-1', claim: 1 })
      assert.equal(unknown.code, 'not_found')
    })

    it('lets the holder or any person release a task', async () => {
      const { grace, first, second, project, claim, refusal, eventsOf } = its
      const {
        slug,
        tasks: [task],
      } = await project('Given back')
      const key = task!.key
      await claim(first, { project: slug })
      assert.equal((await refusal(second, 'claim_task', { action: 'release', task: key })).code, 'claim_lost')
      const back = await claim(first, { action: 'release', task: key })
      assert.deepEqual(
        [back.task!.status, back.task!.assignee, back.task!.claim, back.claim],
        ['todo', null, null, null],
      )
      const event = (await eventsOf(task!)).at(-1)!
      assert.deepEqual([event.type, event.data.endedClaim], ['task.released', 1])
      assert.ok(!('leaseUntil' in (event.data.changes as object)))
      assert.equal(
        (await refusal(first, 'claim_task', { action: 'renew', task: key, claim: 1 })).code,
        'claim_lost',
      )

      assert.equal((await claim(second, { project: slug })).claim, 2)
      const freed = await grace.call('tasks.release', { task: key })
      assert.deepEqual([freed.status, freed.assignee, freed.claim], ['todo', null, null])
      assert.deepEqual(
        await grace.call('tasks.release', { task: key }),
        freed,
        'a second release changes nothing',
      )
      assert.equal((await refusal(second, 'complete_task', { task: key, claim: 2 })).code, 'claim_lost')
      assert.equal((await claim(first, { project: slug })).claim, 3)
    })

    it('rejects changes of status and assignee by others, and allows the rest', async () => {
      const { grace, first, second, project, claim, refusal } = its
      const {
        slug,
        keys: [key],
      } = await project('Mine')
      await claim(first, { project: slug })
      for (const set of [{ status: 'in_review' }, { status: 'complete' }, { assignee: 'me' }] as const) {
        await assert.rejects(grace.call('tasks.update', { task: key, ...set }), {
          code: 'task_held',
          status: 409,
        })
        assert.equal(
          (await refusal(second, 'update_task', { task: key, ...set, force: true })).code,
          'task_held',
        )
      }
      await assert.rejects(grace.call('tasks.complete', { task: key }), { code: 'task_held' })
      assert.equal((await refusal(second, 'delete_task', { task: key })).code, 'task_held')
      const renamed = await grace.call('tasks.update', { task: key, title: 'Better', priority: 'high' })
      assert.equal(renamed.claim!.by.name, 'First')

      const forced = await grace.call('tasks.update', { task: key, status: 'in_review', force: true })
      assert.deepEqual([forced.status, forced.claim], ['in_review', null])
      assert.equal((await refusal(first, 'complete_task', { task: key, claim: 1 })).code, 'claim_lost')
    })
  })
}
