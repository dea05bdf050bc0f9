import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startTestServer } from '../../../test/harness.ts'
import { addMember } from '../../../test/world.ts'
import type { Queries } from '../../database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { eraseAccounts } from '../accounts/erase-accounts.ts'
import { lockMember, lockOrganization } from '../organizations/lock.ts'

/*
 * What two people do at the same moment. Each story is told several times, because the moment differs.
 */
const times = 4

for (const engine of engines) {
  describe(`at the same moment, on ${engine}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    const rolesIn = async ({ organization }: Person) =>
      (
        await server.app.database.run<{ role: string }>(
          'select role from memberships where organization_id = $1 order by role',
          [organization.id],
        )
      ).map(({ role }) => role)
    const ownersIn = async (person: Person) =>
      (await rolesIn(person)).filter((role) => role === 'owner').length

    async function several(story: (n: number) => Promise<void>) {
      for (let n = 0; n < times; n++) await story(n)
    }

    it('two owners make each other members: one of them is still an owner', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        const outcomes = await Promise.allSettled([
          ada.call('members.update', { member: grace.user.id, role: 'member' }),
          grace.call('members.update', { member: ada.user.id, role: 'member' }),
        ])
        assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.deepEqual(await rolesIn(ada), ['member', 'owner'])
      }))

    it('two owners take each other out, or both leave, or both step down: one stays', () =>
      several(async (n) => {
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

    it('one owner leaves while the other steps down: one is left', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        const outcomes = await Promise.allSettled([
          ada.call('members.leave', {}),
          grace.call('members.update', { member: grace.user.id, role: 'admin' }),
        ])
        const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
        assert.deepEqual(refused, ['last_owner'])
        assert.equal(await ownersIn(ada), 1)
      }))

    it('it is handed over to whoever is being taken out: they own it, or are gone', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const [admin, heir] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'member')]
        const [handed, removed] = await Promise.allSettled([
          ada.call('organizations.transfer', { to: heir.user.id }),
          admin.call('members.remove', { member: heir.user.id }),
        ])
        const expected = handed.status === 'fulfilled' ? ['admin', 'admin', 'owner'] : ['admin', 'owner']
        assert.deepEqual(await rolesIn(ada), expected)
        assert.notEqual(handed.status, removed.status)
      }))

    it('somebody who is an admin when they ask, and none when it is their turn, gives nobody a role', async () => {
      const ada = await server.register('Ada')
      const [admin, friend] = [await addMember(server, ada, 'admin'), await addMember(server, ada, 'member')]
      const { database } = server.app
      let asked: Promise<unknown> = Promise.resolve()
      await database.transaction(async (db) => {
        await lockOrganization(db, ada.organization.id)
        asked = admin.call('members.update', { member: friend.user.id, role: 'admin' })
        asked.catch(() => {})
        // The embedded database lets nobody else ask meanwhile.
        if (engine === 'pgsql') while (!(await somebodyWaits(db))) await new Promise(setImmediate)
        await db.run(`update memberships set role = 'member' where organization_id = $1 and user_id = $2`, [
          ...[ada.organization.id, admin.user.id],
        ])
      })
      await assert.rejects(asked, { status: 403, code: 'role_too_low' })
      assert.deepEqual(await rolesIn(ada), ['member', 'member', 'owner'])
    })

    it('two owners are erased: whoever is left owns it', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        await addMember(server, ada, 'member')
        await due(ada, 1)
        const first = eraseAccounts(server.app)
        // Who has waited longest comes first: the one run begins with Ada, the other with Grace.
        await due(grace, 2)
        await Promise.all([first, eraseAccounts(server.app)])
        assert.deepEqual(await rolesIn(ada), ['owner'])
      }))

    it('one owner is erased while the other leaves: whoever is left owns it', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const grace = await addMember(server, ada, 'owner')
        await addMember(server, ada, 'member')
        await due(ada, 1)
        await Promise.allSettled([eraseAccounts(server.app), grace.call('members.leave', {})])
        assert.equal(await ownersIn(ada), 1)
      }))

    const due = ({ user }: Person, hours: number) =>
      server.app.database.run(
        'update users set erase_at = now() - make_interval(hours => $2) where id = $1',
        [...[user.id, hours]],
      )

    it('whoever is taken out makes a key: none is left that would work once they are back', () =>
      several(async () => {
        const ada = await server.register('Ada')
        const member = await addMember(server, ada, 'member')
        const keys = (mode: 'live' | 'test') => member.call('credentials.createApiKey', { name: mode, mode })
        await Promise.allSettled([
          ...[keys('live'), keys('test')],
          ada.call('members.remove', { member: member.user.id }),
          ...[keys('live'), keys('test')],
        ])
        const left = await server.app.database.run(
          `select 1 from credentials c join organizations o on o.id = c.organization_id
            where c.user_id = $1 and $2 in (o.id, o.sandbox_of) and c.revoked_at is null`,
          [member.user.id, ada.organization.id],
        )
        assert.deepEqual(left, [])
      }))

    it('whoever becomes a guest, or goes, is added to a team: they are in none', () =>
      several(async (n) => {
        const ada = await server.register('Ada')
        const member = await addMember(server, ada, 'member')
        const team = newId()
        const { database } = server.app
        await database.run(
          `insert into teams (id, organization_id, slug, name, created_by) values ($1, $2, $3, 'Crew', $4)`,
          [team, ada.organization.id, `crew-${team}`, ada.user.id],
        )
        const add = database.transaction(async (db) => {
          const held = await lockMember(db, ada.organization.id, member.user.id)
          if (held && held.role !== 'guest')
            await db.run(
              `insert into team_members (team_id, organization_id, user_id, role) values ($1, $2, $3, 'member')`,
              [team, ada.organization.id, member.user.id],
            )
        })
        const go =
          n % 2 === 0
            ? ada.call('members.update', { member: member.user.id, role: 'guest' })
            : ada.call('members.remove', { member: member.user.id })
        await Promise.all([add, go])
        assert.deepEqual(await database.run('select 1 from team_members where team_id = $1', [team]), [])
      }))
  })
}

async function somebodyWaits(db: Queries): Promise<boolean> {
  const waiting = await db.run(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}
