import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Role, roles } from '../server/operations/caller.ts'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'
import { seed } from './seed.ts'

/*
 * Membership invariants, under any sequence of sequential or concurrent actions: an organization has an owner, no user
 * is in it twice, guests and strangers are in no team, and each role came from a user who could grant it at that time.
 */
const people = 5
const who = fc.nat(people - 1)
const role = fc.constantFrom(...roles)

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ action: fc.constant('invite' as const), by: who, to: who, role }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('join' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('decline' as const), by: who }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('give' as const), by: who, to: who, role }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('remove' as const), by: who, to: who }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('leave' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('transfer' as const), by: who, to: who }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('team' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('into team' as const), by: who, to: who }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('end team' as const), by: who }) },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** The actions in one inner array run concurrently. */
const history = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 14 })

for (const engine of engines) {
  describe(`the members of an organization, on ${engine}`, () => {
    let server: TestServer
    let persons: Person[]
    before(async () => {
      server = await startOwnServer(engine, { RATE_LIMIT_INVITATIONS: '1000000' })
      persons = await Promise.all(Array.from({ length: people }, (_, index) => server.register(`P${index}`)))
      await server.app.database.run(sql`update users set email_verified_at = now()`)
    })
    after(() => server.stop())

    it('keeps the membership rules under any sequence of concurrent actions', async () => {
      const counted = { done: 0, rejected: 0 }
      await fc.assert(
        fc.asyncProperty(history, async (moments) => {
          // Removes the email rate limit, and invitations that an earlier run left open.
          await server.app.database.run(sql`delete from rate_limits`)
          await server.app.database.run(sql`delete from invitations`)
          const { id, slug } = await persons[0]!.call('organizations.create', { name: 'Held together' })
          // Adds members of each role first, so that the actions have targets.
          for (const [index, isGrantable] of [...roles].entries()) {
            await perform({ action: 'invite', by: 0, to: index + 1, role: isGrantable }, slug)
            await perform({ action: 'join', by: index + 1 }, slug)
          }
          for (const moment of moments) {
            const results = await Promise.allSettled(moment.map((each) => perform(each, slug)))
            for (const result of results) {
              if (result.status === 'fulfilled') counted.done++
              else {
                const error = result.reason as { status?: number }
                assert.ok(error.status && error.status < 500, String(result.reason))
                counted.rejected++
              }
            }
            await checkRules(id)
          }
          await checkGrants(id)
        }),
        { numRuns: 12, seed },
      )
      console.log(`# membership on ${engine}: ${counted.done} actions done, ${counted.rejected} rejected`)
      assert.ok(counted.done > 50, 'and much of it was done')
    })

    async function perform(step: Action, organization: string): Promise<unknown> {
      const { call } = persons[step.by]!
      const here = { organization }
      const target = 'to' in step ? persons[step.to]! : persons[step.by]!
      switch (step.action) {
        case 'invite':
          return call('invitations.create', { email: target.email, role: step.role }, here)
        case 'join':
        case 'decline': {
          const { items } = await call('invitations.listOwn', {})
          const operation = step.action === 'join' ? 'invitations.accept' : 'invitations.decline'
          return Promise.all(items.map(({ id }) => call(operation, { invitation: id })))
        }
        case 'give':
          return call('members.update', { member: target.user.id, role: step.role }, here)
        case 'remove':
          return call('members.remove', { member: target.user.id }, here)
        case 'leave':
          return call('members.leave', {}, here)
        case 'transfer':
          return call('organizations.transfer', { to: target.user.id }, here)
        case 'team':
          return call('teams.create', { name: 'Crew' }, here)
        default: {
          const [team] = (await call('teams.list', { mine: false }, here)).items
          if (!team) return undefined
          return step.action === 'end team'
            ? call('teams.delete', { team: team.id }, here)
            : call('teamMembers.add', { team: team.id, user: target.user.id, role: 'member' }, here)
        }
      }
    }

    async function checkRules(id: string): Promise<void> {
      const { database } = server.app
      const members = await database.run<{ user_id: string; role: Role }>(
        sql`select user_id, role from organization_members where organization_id = ${id}`,
      )
      assert.ok(
        members.some((member) => member.role === 'owner'),
        'it has an owner',
      )
      assert.equal(
        new Set(members.map(({ user_id }) => user_id)).size,
        members.length,
        'no user is in it twice',
      )
      const strangers = await database.run(
        sql`select 1 from team_members t where t.organization_id = ${id} and not exists (
           select 1 from memberships m where m.organization_id = ${id} and m.user_id = t.user_id
             and m.role <> 'guest')`,
      )
      assert.equal(strangers.length, 0, 'every user in a team is a member')
    }

    /** Replays the journal in order and asserts that every role was granted by a user who could grant it. */
    async function checkGrants(id: string): Promise<void> {
      const { database } = server.app
      const rows = await database.run<JournalRow>(
        sql`select type, actor ->> 'id' as actor, subject_id as subject, changes, data from journal
          where organization_id = ${id} and (type like 'member.%' or type like 'invitation.%') order by seq`,
      )
      const roleByUser = new Map<string, Role>([[persons[0]!.user.id, 'owner']])
      const sent = new Map<string, string>()
      let accepted: string | undefined
      for (const { type, actor, subject, changes, data } of rows) {
        if (type === 'invitation.sent') sent.set(subject, actor)
        else if (type === 'invitation.accepted') accepted = subject
        else if (type === 'member.joined') {
          assert.ok(
            canGrant(roleByUser.get(sent.get(accepted!)!), data!.role),
            'an invitation grants only a role that its sender can grant',
          )
          roleByUser.set(subject, data!.role)
        } else if (type === 'member.updated') {
          const { from, to } = changes!.role
          assert.equal(roleByUser.get(subject), from)
          // A transfer of ownership writes two changes, and the second one demotes the actor.
          const isGrantable = canGrant(roleByUser.get(actor), to) && canGrant(roleByUser.get(actor), from)
          assert.ok(isGrantable, `${roleByUser.get(actor)} changed a ${from} to a ${to}`)
          roleByUser.set(subject, to)
        } else if (type === 'member.removed') {
          assert.ok(
            canGrant(roleByUser.get(actor), roleByUser.get(subject)!),
            'members never remove a member with a higher role',
          )
          roleByUser.delete(subject)
        } else if (type === 'member.left') roleByUser.delete(subject)
      }
      const now = await database.run<{ user_id: string; role: Role }>(
        sql`select user_id, role from memberships where organization_id = ${id}`,
      )
      assert.deepEqual(
        Object.fromEntries(roleByUser),
        Object.fromEntries(now.map((member) => [member.user_id, member.role])),
        'the journal contains every change',
      )
    }
  })
}

interface JournalRow {
  type: string
  actor: string
  subject: string
  changes: { role: { from: Role; to: Role } } | null
  data: { role: Role } | null
}

function canGrant(own: Role | undefined, isGrantable: Role): boolean {
  return own === 'owner' || (own === 'admin' && isGrantable !== 'owner')
}
