import { sql } from '../server/database/sql.ts'
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, oneEngine, runTestServer, startOwnServer } from './harness.ts'
import { withinOneMinute } from './within-one-window.ts'

const limits = { RATE_LIMIT_SIGN_IN: '10', TRUSTED_PROXIES: '127.0.0.1' }

for (const engine of oneEngine) {
  describe(`limits on password guessing, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startOwnServer(engine, limits)
      ada = await server.register('Ada')
    })
    after(() => server.stop())

    /** Returns the status of a sign-in from this network address. */
    async function logIn(from: string, password: string, email = ada.email, node = server) {
      const response = await fetch(`${node.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: JSON.stringify({ email, password }),
      })
      return response.status
    }
    const guess = (from: string, email?: string) => logIn(from, 'a wrong password', email)
    /** Runs a story without the counts of earlier ones. */
    const counted = (run: () => Promise<void>) =>
      withinOneMinute(async () => {
        await server.app.database.run(sql`delete from rate_limits`)
        await run()
      })

    it('limits guesses from one network, however its addresses are written', () =>
      counted(async () => {
        const spellings = (count: number) => [
          `2001:db8:1:2::${count}`,
          `2001:0db8:0001:0002:ffff::${count}`,
          `2001:DB8:1:2:0:0:0:${count}`,
        ]
        const tries = Array.from({ length: 10 }, (_, count) => spellings(count + 1)[count % 3]!)
        for (const [count, from] of tries.entries())
          assert.equal(await guess(from, `a${count}@example.com`), 401)
        assert.equal(await guess('2001:db8:1:2:abcd::1', 'b@example.com'), 429)
        assert.equal(
          await guess('2001:db8:1:3::1', 'b@example.com'),
          401,
          'the neighbouring network is not limited',
        )
      }))

    it('counts an IPv4-mapped IPv6 address as the IPv4 address', () =>
      counted(async () => {
        for (let count = 0; count < 10; count++)
          assert.equal(await guess('198.51.100.7', `c${count}@example.com`), 401)
        assert.equal(await guess('::ffff:198.51.100.7', 'd@example.com'), 429)
      }))

    it('limits guesses at one account from anywhere, but not its owner at a known address', () =>
      counted(async () => {
        assert.equal(await logIn('203.0.113.1', ada.password), 200, 'Ada signs in from a known address')
        const statuses = []
        for (let count = 1; count <= 12; count++) statuses.push(await guess(`192.0.2.${count}`))
        assert.deepEqual(statuses.slice(-2), [429, 429])
        assert.equal(
          await logIn('192.0.2.99', ada.password),
          429,
          'an unknown address is limited, even with the password',
        )
        assert.equal(await logIn('203.0.113.1', ada.password), 200, 'the known address is not limited')
      }))

    it('limits guesses at an account that does not exist just the same', () =>
      counted(async () => {
        const statuses = []
        for (let count = 1; count <= 11; count++)
          statuses.push(await guess(`192.0.3.${count}`, 'nobody@example.com'))
        assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429])
      }))

    it('rejects unknown fields that could change how a guess is counted', () =>
      counted(async () => {
        for (let count = 0; count < 12; count++) {
          const response = await fetch(`${server.url}/api/auth/login`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.4.${count}` },
            body: JSON.stringify({
              email: ada.email,
              password: 'x',
              identifier: `${count}`,
              userId: ada.user.id,
            }),
          })
          assert.equal(response.status, 400)
        }
      }))

    if (engine === 'pgsql') {
      it('counts guesses on all nodes together', () =>
        counted(async () => {
          const other = await runTestServer(server.environment)
          try {
            for (let count = 0; count < 10; count++) {
              const node = count % 2 ? server : other
              assert.equal(await logIn('198.51.100.9', 'wrong', `e${count}@example.com`, node), 401)
            }
            assert.equal(await logIn('198.51.100.9', 'wrong', 'f@example.com', other), 429)
          } finally {
            await other.stop()
          }
        }))
    }
  })
}
