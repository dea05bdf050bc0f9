import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import type { Queries } from '../../../database/connect.ts'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { eraseAccounts } from '../../auth/accounts/erase-accounts.ts'
import { lockMember, lockOrganization } from '../../membership/lock.ts'

/*
 * Concurrent changes by two members. Each scenario runs a few times, because the timing differs.
 */
const runs = 4

for (const engine of engines) {
  describe(`concurrent membership changes, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    const rolesIn = async ({ organization }: Person) =>
      (
        await server.app.database.run<{ role: string }>(
          sql`select role from memberships where organization_id = ${organization.id} order by role`,
        )
      ).map(({ role }) => role)
    const ownersIn = async (person: Person) =>
      (await rolesIn(person)).filter((role) => role === 'owner').length

    async function repeat(scenario: (n: number) => Promise<void>) {
      for (let n = 0; n < runs; n++) await scenario(n)
    }

    it('keeps one owner when two owners demote each other', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        const outcomes = await Promise.allSettled([
          ada.call('members.update', { member: grace.user.id, role: 'member' }),
          grace.call('members.update', { member: ada.user.id, role: 'member' }),
        ])
        assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.deepEqual(await rolesIn(ada), ['member', 'owner'])
      }))

    it('keeps one owner when two owners remove each other, both leave or both step down', () =>
      repeat(async (n) => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        await addMember(server, ada, 'member')
        const ways = [
          (by: Person, other: Person) => by.call('members.remove', { member: other.user.id }),
          (by: Person) => by.call('members.leave', {}),
          (by: Person) => by.call('members.update', { member: by.user.id, role: 'admin' as const }),
        ]
        const way = ways[n % ways.length]!
        const outcomes = await Promise.allSettled([way(ada, grace), way(grace, ada)])
        assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.equal(await ownersIn(ada), 1)
      }))

    it('keeps one owner when one owner leaves while the other steps down', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        const outcomes = await Promise.allSettled([
          ada.call('members.leave', {}),
          grace.call('members.update', { member: grace.user.id, role: 'admin' }),
        ])
        const rejected = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
        assert.deepEqual(rejected, ['last_owner'])
        assert.equal(await ownersIn(ada), 1)
      }))

    it('either transfers the organization to a member or removes that member, never both', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const [admin, successor] = [
          await addMember(server, ada, 'admin'),
          await addMember(server, ada, 'member'),
        ]
        const [transferred, removed] = await Promise.allSettled([
          ada.call('organizations.transfer', { to: successor.user.id }),
          admin.call('members.remove', { member: successor.user.id }),
        ])
        const expected = transferred.status === 'fulfilled' ? ['admin', 'admin', 'owner'] : ['admin', 'owner']
        assert.deepEqual(await rolesIn(ada), expected)
        assert.notEqual(transferred.status, removed.status)
      }))

    it('rejects a role change by an admin who was demoted while waiting for the lock', async () => {
      const ada = await server.register('Ada')
      const [admin, friend] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'member')]
      const { database } = server.app
      let update: Promise<unknown> = Promise.resolve()
      await database.transaction(async (db) => {
        await lockOrganization(db, ada.organization.id)
        update = admin.call('members.update', { member: friend.user.id, role: 'admin' })
        update.catch(() => {})
        // The embedded database runs no other query during a transaction.
        if (engine === 'pgsql') while (!(await isQueryWaiting(db))) await new Promise(setImmediate)
        await db.run(
          sql`update memberships set role = 'member' where organization_id = ${ada.organization.id}
            and user_id = ${admin.user.id}`,
        )
      })
      await assert.rejects(update, { status: 403, code: 'role_too_low' })
      assert.deepEqual(await rolesIn(ada), ['member', 'member', 'owner'])
    })

    it('promotes the remaining member when both owners are erased', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        await addMember(server, ada, 'member')
        await scheduleErasure(ada, 1)
        const first = eraseAccounts(server.app)
        // The oldest due date comes first, so one run starts with Ada and the other with Grace.
        await scheduleErasure(grace, 2)
        await Promise.all([first, eraseAccounts(server.app)])
        assert.deepEqual(await rolesIn(ada), ['owner'])
      }))

    it('keeps one owner when one owner is erased while the other leaves', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        await addMember(server, ada, 'member')
        await scheduleErasure(ada, 1)
        await Promise.allSettled([eraseAccounts(server.app), grace.call('members.leave', {})])
        assert.equal(await ownersIn(ada), 1)
      }))

    const scheduleErasure = ({ user }: Person, hours: number) =>
      server.app.database.run(
        sql`update users set erase_at = now() - make_interval(hours => ${hours}) where id = ${user.id}`,
      )

    it('leaves no active key when a member creates keys while being removed', () =>
      repeat(async () => {
        const ada = await server.register('Ada')
        const member = await addMember(server, ada, 'member')
        const keys = (mode: 'live' | 'test') => member.call('credentials.createApiKey', { name: mode, mode })
        await Promise.allSettled([
          keys('live'),
          keys('test'),
          ada.call('members.remove', { member: member.user.id }),
          keys('live'),
          keys('test'),
        ])
        const left = await server.app.database.run(
          sql`select 1 from credentials c join organizations o on o.id = c.organization_id
            where c.user_id = ${member.user.id} and ${ada.organization.id} in (o.id, o.sandbox_of) and c.revoked_at is null`,
        )
        assert.deepEqual(left, [])
      }))

    it('leaves no team membership when a member is added while demoted to guest or removed', () =>
      repeat(async (n) => {
        const ada = await server.register('Ada')
        const member = await addMember(server, ada, 'member')
        const team = newId()
        const { database } = server.app
        await database.run(
          sql`insert into teams (id, organization_id, slug, name, created_by) values (${team}, ${ada.organization.id}, ${`crew-${team}`}, 'Crew', ${ada.user.id})`,
        )
        const add = database.transaction(async (db) => {
          const locked = await lockMember(db, ada.organization.id, member.user.id)
          if (locked && locked.role !== 'guest')
            await db.run(
              sql`insert into team_members (team_id, organization_id, user_id, role) values (${team}, ${ada.organization.id}, ${member.user.id}, 'member')`,
            )
        })
        const change =
          n % 2 === 0
            ? ada.call('members.update', { member: member.user.id, role: 'guest' })
            : ada.call('members.remove', { member: member.user.id })
        await Promise.all([add, change])
        assert.deepEqual(await database.run(sql`select 1 from team_members where team_id = ${team}`), [])
      }))
  })
}

async function isQueryWaiting(db: Queries): Promise<boolean> {
  const waiting = await db.run(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
