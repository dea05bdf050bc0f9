import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, engines, startOwnServer } from '../../../../test/harness.ts'
import { addMember } from '../../../../test/world.ts'
import { sql } from '../../../database/sql.ts'
import { explainExceeded } from './explain-exceeded.ts'
import { endOfMonth } from './months.ts'
import { type Reservation, isExceeded, reserveTokens } from './reserve-tokens.ts'

for (const engine of engines) {
  describe(`the token budget on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let bob: Person
    before(async () => {
      server = await startOwnServer(engine, {
        AI_CHAT: 'openai',
        AI_CHAT_MODEL: 'clever',
        AI_CHAT_URL: 'http://127.0.0.1:9',
        AI_CHAT_MONTHLY_TOKENS: '1000',
        AI_CHAT_MONTHLY_TOKENS_PER_PERSON: '700',
      })
      ada = await server.register('Ada')
      bob = await addMember(server, ada, 'member')
    })
    after(() => server.stop())

    const reserve = (person: Person, source: 'instance' | 'own', tokens: number, owner = ada) =>
      reserveTokens(server.app, { organization: owner.organization, user: person.user }, source, tokens)
    const granted = async (reserved: ReturnType<typeof reserve>): Promise<Reservation> => {
      const result = await reserved
      assert.ok(!isExceeded(result), JSON.stringify(result))
      return result
    }
    const rejected = async (reserved: ReturnType<typeof reserve>) => {
      const result = await reserved
      assert.ok(isExceeded(result))
      assert.match(result.resetsAt, /-01T00:00:00.000Z$/)
      return result.exceeded
    }
    const usageOf = async (person: Person) => (await person.call('aiSettings.get', {})).usage
    const startAgain = () => server.app.database.run(sql`delete from ai_usage`)

    it('counts a reservation immediately and settles the difference once', async () => {
      const reservation = await granted(reserve(ada, 'own', 400))
      assert.deepEqual((await usageOf(ada)).own, { inputTokens: 0, outputTokens: 400, requests: 1 })
      await reservation.settle({ input: 90, output: 10 })
      await reservation.settle({ input: 5000, output: 5000 })
      assert.deepEqual((await usageOf(ada)).own, { inputTokens: 90, outputTokens: 10, requests: 1 })
      const failed = await granted(reserve(ada, 'own', 400))
      await failed.settle({ input: 0, output: 0 })
      assert.deepEqual((await usageOf(ada)).own, { inputTokens: 90, outputTokens: 10, requests: 2 })
    })

    it('counts tokens of a server that reports impossible numbers as whole numbers', async () => {
      await startAgain()
      for (const [input, output] of [
        [-50, Number.NaN],
        [1.2, 0.5],
      ] as const)
        await (await granted(reserve(ada, 'own', 100))).settle({ input, output })
      assert.deepEqual((await usageOf(ada)).own, { inputTokens: 2, outputTokens: 1, requests: 2 })
    })

    it('never exceeds a limit together, with concurrent reservations', async () => {
      await startAgain()
      await ada.call('aiSettings.update', { monthlyTokens: 550 })
      const people = Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? ada : bob))
      const results = await Promise.all(people.map((person) => reserve(person, 'own', 50)))
      assert.equal(results.filter((result) => !isExceeded(result)).length, 11)
      const { organization } = await usageOf(ada)
      assert.equal(organization.outputTokens, 550)
      assert.equal(await rejected(reserve(bob, 'own', 1)), 'organization')
      await ada.call('aiSettings.update', { monthlyTokens: null })
      await granted(reserve(bob, 'own', 1))
    })

    it('limits each person of an organization', async () => {
      await startAgain()
      await ada.call('aiSettings.update', { monthlyTokensPerPerson: 100 })
      await granted(reserve(ada, 'own', 60))
      assert.equal(await rejected(reserve(ada, 'instance', 60)), 'person')
      await granted(reserve(bob, 'own', 100))
      await ada.call('aiSettings.update', { monthlyTokensPerPerson: 0 })
      assert.equal(await rejected(reserve(bob, 'own', 1)), 'person')
      await ada.call('aiSettings.update', { monthlyTokensPerPerson: null })
    })

    it("limits the instance's model for each organization, and does not count own models", async () => {
      await startAgain()
      await granted(reserve(ada, 'own', 900))
      await granted(reserve(ada, 'instance', 600))
      await granted(reserve(bob, 'instance', 400))
      assert.equal(await rejected(reserve(bob, 'instance', 1)), 'instance')
      await granted(reserve(bob, 'own', 1))
    })

    it("limits a person's use of the instance's model in all organizations, also concurrently", async () => {
      await startAgain()
      const other = await server.register('Other')
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => reserve(bob, 'instance', 50, index % 2 ? ada : other)),
      )
      assert.equal(results.filter((result) => !isExceeded(result)).length, 14)
      await granted(reserve(ada, 'instance', 50))
    })

    it('starts again each month, and settles in the month of the reservation', async () => {
      await startAgain()
      await granted(reserve(ada, 'instance', 700))
      assert.equal(await rejected(reserve(ada, 'instance', 1)), 'instance')
      await server.app.database.run(sql`update ai_usage set month = month - interval '1 month'`)
      const reservation = await granted(reserve(ada, 'instance', 700))
      await server.app.database.run(
        sql`insert into ai_usage select organization_id, user_id, month + interval '2 months', source, 0, 50, 1
          from ai_usage where month < date_trunc('month', now() at time zone 'utc')`,
      )
      await reservation.settle({ input: 1, output: 2 })
      const months = await server.app.database.run(
        sql`select input_tokens::int as input, output_tokens::int as output from ai_usage order by month`,
      )
      assert.deepEqual(months, [
        { input: 0, output: 700 },
        { input: 1, output: 2 },
        { input: 0, output: 50 },
      ])
      assert.deepEqual(
        [endOfMonth('2026-11-01'), endOfMonth('2026-12-01')],
        ['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
      )
    })

    it('keeps a reservation counted when the use cannot be settled', async () => {
      await startAgain()
      const reservation = await granted(reserve(ada, 'own', 300))
      const { run } = server.app.database
      server.app.database.run = () => Promise.reject(new Error('The database is unreachable.'))
      await reservation.settle({ input: 1, output: 1 })
      server.app.database.run = run
      assert.equal((await usageOf(ada)).own.outputTokens, 300)
    })
  })
}

describe('the sentence for an exceeded limit', () => {
  it('says when it resets and what to do', () => {
    const resetsAt = '2026-12-01T00:00:00.000Z'
    for (const exceeded of ['person', 'organization', 'instance'] as const)
      assert.match(explainExceeded({ exceeded, resetsAt }), /2026-12-01 \(UTC\), or ask an admin to /)
  })
})
