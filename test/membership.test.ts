import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Role, roles } from '../server/operations/caller.ts'
import { type Person, type TestServer, engines, startOwnServer } from './harness.ts'

/*
 * Membership invariants, under any sequence of sequential or concurrent actions: an organization has an owner, no user
 * is in it twice, guests and strangers are in no team, and each role came from a user who could grant it at that time.
 */
const people = 5
const who = fc.nat(people - 1)
const role = fc.constantFrom(...roles)

const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ deed: fc.constant('invite' as const), by: who, to: who, role }) },
  { weight: 4, arbitrary: fc.record({ deed: fc.constant('join' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('decline' as const), by: who }) },
  { weight: 4, arbitrary: fc.record({ deed: fc.constant('give' as const), by: who, to: who, role }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('remove' as const), by: who, to: who }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('leave' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('transfer' as const), by: who, to: who }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('team' as const), by: who }) },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('into team' as const), by: who, to: who }) },
  { weight: 1, arbitrary: fc.record({ deed: fc.constant('end team' as const), by: who }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never

/** The actions in one inner array run concurrently. */
const history = fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 14 })

for (const engine of engines) {
  describe(`the members of an organization, on ${engine}`, () => {
    let server: TestServer
    let persons: Person[]
    before(async () => {
      server = await startOwnServer(engine, { RATE_LIMIT_INVITATIONS: '1000000' })
      persons = await Promise.all(Array.from({ length: people }, (_, index) => server.register(`P${index}`)))
      await server.app.database.run('update users set email_verified_at = now()')
    })
    after(() => server.stop())

    it('keeps the membership rules under any sequence of concurrent actions', async () => {
      const counted = { done: 0, refused: 0 }
      await fc.assert(
        fc.asyncProperty(history, async (moments) => {
          // Removes the email rate limit, and invitations that an earlier run left open.
          await server.app.database.run('delete from rate_limits')
          await server.app.database.run('delete from invitations')
          const { id, slug } = await persons[0]!.call('organizations.create', { name: 'Held together' })
          // Adds members of each role first, so that the actions have targets.
          for (const [index, given] of [...roles].entries()) {
            await perform({ deed: 'invite', by: 0, to: index + 1, role: given }, slug)
            await perform({ deed: 'join', by: index + 1 }, slug)
          }
          for (const moment of moments) {
            const results = await Promise.allSettled(moment.map((each) => perform(each, slug)))
            for (const result of results) {
              if (result.status === 'fulfilled') counted.done++
              else {
                const refusal = result.reason as { status?: number }
                assert.ok(refusal.status && refusal.status < 500, String(result.reason))
                counted.refused++
              }
            }
            await checkRules(id)
          }
          await checkGiven(id)
        }),
        { numRuns: 12 },
      )
      console.log(`# membership on ${engine}: ${counted.done} actions done, ${counted.refused} rejected`)
      assert.ok(counted.done > 50, 'and much of it was done')
    })

    async function perform(asked: Deed, organization: string): Promise<unknown> {
      const { call } = persons[asked.by]!
      const here = { organization }
      const target = 'to' in asked ? persons[asked.to]! : persons[asked.by]!
      switch (asked.deed) {
        case 'invite':
          return call('invitations.create', { email: target.email, role: asked.role }, here)
        case 'join':
        case 'decline': {
          const { items } = await call('invitations.listOwn', {})
          const answer = asked.deed === 'join' ? 'invitations.accept' : 'invitations.decline'
          return Promise.all(items.map(({ id }) => call(answer, { invitation: id })))
        }
        case 'give':
          return call('members.update', { member: target.user.id, role: asked.role }, here)
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
          return asked.deed === 'end team'
            ? call('teams.delete', { team: team.id }, here)
            : call('teamMembers.add', { team: team.id, user: target.user.id, role: 'member' }, here)
        }
      }
    }

    async function checkRules(id: string): Promise<void> {
      const { database } = server.app
      const members = await database.run<{ user_id: string; role: Role }>(
        'select user_id, role from organization_members where organization_id = $1',
        [id],
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
        `select 1 from team_members t where t.organization_id = $1 and not exists (
           select 1 from memberships m where m.organization_id = $1 and m.user_id = t.user_id and m.role <> 'guest')`,
        [id],
      )
      assert.equal(strangers.length, 0, 'every user in a team is a member')
    }

    /** Replays the journal in order and asserts that every role was granted by a user who could grant it. */
    async function checkGiven(id: string): Promise<void> {
      const { database } = server.app
      const rows = await database.run<Told>(
        `select type, actor ->> 'id' as actor, subject_id as subject, changes, data from journal
          where organization_id = $1 and (type like 'member.%' or type like 'invitation.%') order by seq`,
        [id],
      )
      const held = new Map<string, Role>([[persons[0]!.user.id, 'owner']])
      const sent = new Map<string, string>()
      let accepted: string | undefined
      for (const { type, actor, subject, changes, data } of rows) {
        if (type === 'invitation.sent') sent.set(subject, actor)
        else if (type === 'invitation.accepted') accepted = subject
        else if (type === 'member.joined') {
          assert.ok(
            mayGive(held.get(sent.get(accepted!)!), data!.role),
            'an invitation grants only a role that its sender can grant',
          )
          held.set(subject, data!.role)
        } else if (type === 'member.updated') {
          const { from, to } = changes!.role
          assert.equal(held.get(subject), from)
          // A transfer of ownership writes two changes, and the second one demotes the actor.
          const given = mayGive(held.get(actor), to) && mayGive(held.get(actor), from)
          assert.ok(given, `${held.get(actor)} changed a ${from} to a ${to}`)
          held.set(subject, to)
        } else if (type === 'member.removed') {
          assert.ok(
            mayGive(held.get(actor), held.get(subject)!),
            'members never remove a member with a higher role',
          )
          held.delete(subject)
        } else if (type === 'member.left') held.delete(subject)
      }
      const now = await database.run<{ user_id: string; role: Role }>(
        'select user_id, role from memberships where organization_id = $1',
        [id],
      )
      assert.deepEqual(
        Object.fromEntries(held),
        Object.fromEntries(now.map((member) => [member.user_id, member.role])),
        'the journal contains every change',
      )
    }
  })
}

interface Told {
  type: string
  actor: string
  subject: string
  changes: { role: { from: Role; to: Role } } | null
  data: { role: Role } | null
}

function mayGive(own: Role | undefined, given: Role): boolean {
  return own === 'owner' || (own === 'admin' && given !== 'owner')
}
