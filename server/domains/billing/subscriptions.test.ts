import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, notified, oneEngine, startOwnServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import { sql } from '../../database/sql.ts'
import { plans } from '../membership/plans.ts'

const full = { status: 422, code: 'plan_limit' }

for (const engine of oneEngine) {
  describe(`subscriptions, on ${engine}`, () => {
    let server: TestServer
    let admin: Person
    before(async () => {
      server = await startOwnServer(engine, { BILLING_KEY: 'pk_of_the_test' })
      admin = await server.register('Admin')
    })
    after(() => server.stop())

    it('applies the subscription of an owner until its last day', async () => {
      const ada = await server.register('Ada')
      const member = await addMember(server, ada, 'member')
      const planOf = async () => (await ada.call('organizations.get', {})).plan
      const subscribe = (user: string, plan: 'team' | null, until: string | null = null) =>
        admin.call('admin.updateUserSubscription', { user, plan, until })
      await subscribe(member.user.id, 'team')
      assert.equal(await planOf(), 'free', 'only owners raise the plan')

      const today = new Date().toISOString().slice(0, 10)
      const changed = await subscribe(ada.user.id, 'team', '2999-12-31')
      const subscription = { plan: 'team', until: '2999-12-31', active: true }
      assert.deepEqual(changed.subscription, subscription)
      assert.deepEqual((await admin.call('admin.getUser', { user: ada.user.id })).subscription, subscription)
      const listed = await admin.call('admin.listUsers', { search: ada.email })
      assert.deepEqual(listed.items[0]!.subscription, subscription)
      assert.equal(await planOf(), 'team')
      for (let n = 0; n < 6; n++) await ada.call('projects.create', { name: `Project ${n}` })
      const billing = await ada.call('billing.get', {})
      assert.deepEqual([billing.enabled, billing.subscription], [true, subscription])
      assert.deepEqual(
        billing.organizations.map(({ id, plan, ownPlan, used }) => [id, plan, ownPlan, used.projects]),
        [[ada.organization.id, 'team', 'free', 6]],
      )

      await subscribe(ada.user.id, 'team', today)
      assert.equal(await planOf(), 'team', 'the last day is included')
      const past = sql`(now() at time zone 'utc')::date - 1`
      await server.app.database.run(
        sql`update users set subscription_until = ${past} where id = ${ada.user.id}`,
      )
      assert.equal((await ada.call('billing.get', {})).subscription!.active, false)
      await assert.rejects(ada.call('projects.create', { name: 'Seventh' }), full)
      await assert.rejects(subscribe(ada.user.id, 'team', '2020-01-01'), {
        status: 400,
        code: 'invalid_input',
      })
    })

    it('notifies the user of their subscription and records who set it', async () => {
      const ada = await server.register('Ada')
      const set = (plan: 'business' | null) =>
        admin.call('admin.updateUserSubscription', { user: ada.user.username, plan, reason: 'Invoice 7' })
      const newest = async () => {
        await notified(server)
        return (await ada.call('notifications.list', {})).items[0]?.title
      }
      await set('business')
      await set('business')
      assert.equal(await newest(), 'Admin set your plan to business.')
      assert.equal((await set(null)).subscription, null)
      assert.equal(await newest(), 'Admin ended your subscription.')
      const { items: events } = await ada.call('activity.listEvents', { limit: 500 })
      assert.deepEqual(
        events
          .filter(({ type }) => type.startsWith('subscription.'))
          .map(({ type, actor, data }) => [type, actor.name, data.reason]),
        [
          ['subscription.updated', 'Admin', 'Invoice 7'],
          ['subscription.ended', 'Admin', 'Invoice 7'],
        ],
      )
      const own = ada.call('admin.updateUserSubscription', { user: ada.user.id, plan: 'unlimited' })
      await assert.rejects(own, { status: 403, code: 'administrators_only' })
    })

    it('limits nothing and has no billing page without BILLING_KEY', async () => {
      const own = await startOwnServer(engine)
      const ada = await own.register('Ada')
      for (let n = 0; n < 6; n++) await ada.call('projects.create', { name: `Project ${n}` })
      const { plan, ownPlan, limits, billing } = await ada.call('organizations.getPlan', {})
      assert.deepEqual([plan, ownPlan, limits], ['unlimited', 'free', plans.unlimited])
      assert.deepEqual(billing, { enabled: false, publishableKey: null })
      const stored = await ada.call('admin.updateUserSubscription', { user: ada.user.id, plan: 'team' })
      assert.equal(stored.subscription!.plan, 'team', 'the plan is stored, and applies with BILLING_KEY')
      const { enabled, organizations } = await ada.call('billing.get', {})
      assert.deepEqual([enabled, organizations], [false, []])
      await own.stop()
    })
  })
}
