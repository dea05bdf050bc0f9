import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  defaultEngine,
  oneEngine,
  startOwnServer,
  startTestServer,
} from '../../../../test/harness.ts'
import {
  type Authenticator,
  type Overrides,
  addPasskey,
  createAuthenticator,
} from '../../../../test/partners/authenticator.ts'
import { sql } from '../../../database/sql.ts'
import { createLog } from '../../../platform/log.ts'
import { userHandle } from './verify.ts'

/** One error for every failure, so that it does not reveal which passkeys exist. */
const rejected = {
  status: 401,
  code: 'wrong_passkey',
  message: 'This passkey was not accepted. Try again, or use another sign-in method.',
}
const notAdded = { status: 400, code: 'invalid_input' }

const lies: [description: string, lies: Overrides][] = [
  ['from a page of another site', { origin: 'https://evil.example' }],
  ['from a page on another port of the same host', { origin: 'http://localhost:1' }],
  ['from a page of a subdomain', { origin: 'http://app.localhost:0' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without user verification', { userVerified: false }],
  ['without user presence', { userPresent: false }],
  ['with another client data type', { type: 'payment.get' }],
  ['to an invented challenge', { challenge: randomBytes(32).toString('base64url') }],
]

for (const engine of oneEngine) {
  describe(`attacks on passkeys, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    let mallory: Person
    let authenticator: Authenticator
    before(async () => {
      server = await startTestServer(engine)
      ada = await server.register('Ada')
      mallory = await server.register('Mallory')
      authenticator = (await addPasskey(server, ada)).authenticator
    })
    after(() => server.stop())

    const startSignIn = () => server.anonymous('passkeys.beginAuthentication', {})
    const startAdding = (person: Person) => person.call('passkeys.beginRegistration', {})
    const signIn = (response: ReturnType<Authenticator['get']>) =>
      server.anonymous('passkeys.finishAuthentication', { response })
    const add = (person: Person, response: ReturnType<Authenticator['create']>) =>
      person.call('passkeys.finishRegistration', { response })
    const newAuthenticator = () => createAuthenticator(new URL(server.app.config.APP_URL).origin)

    describe('sign-in', () => {
      for (const [description, lie] of lies)
        it(`rejects a sign-in response ${description}`, async () => {
          await assert.rejects(signIn(authenticator.get(await startSignIn(), lie)), rejected)
          await signIn(authenticator.get(await startSignIn()))
        })

      it('rejects a sign-in response that was used before', async () => {
        const response = authenticator.get(await startSignIn())
        await signIn(response)
        await assert.rejects(signIn(response), rejected)
        const synced = (await addPasskey(server, ada, { counts: false })).authenticator
        const uncounted = synced.get(await startSignIn())
        await signIn(uncounted)
        await assert.rejects(signIn(uncounted), rejected)
      })

      it('accepts one of 20 concurrent uses of a sign-in response', async () => {
        for (const counts of [true, false]) {
          const passkey = await addPasskey(server, ada, { counts })
          const response = passkey.authenticator.get(await startSignIn())
          const tried = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(response)))
          assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
        }
      })

      it('rejects a sign-in response to an expired challenge', async () => {
        const response = authenticator.get(await startSignIn())
        await expireChallenges()
        await assert.rejects(signIn(response), rejected)
      })

      it('rejects a second response to a challenge after a wrong one', async () => {
        const options = await startSignIn()
        await assert.rejects(signIn(authenticator.get(options, { userVerified: false })), rejected)
        await assert.rejects(signIn(authenticator.get(options)), rejected)
      })

      it('rejects a sign-in response to a registration challenge', async () => {
        const { challenge } = await startAdding(ada)
        await assert.rejects(signIn(authenticator.get({ ...(await startSignIn()), challenge })), rejected)
      })

      it('rejects a cloned authenticator by its stale counter', async () => {
        const before = authenticator.counter
        await signIn(authenticator.get(await startSignIn()))
        authenticator.counter = before
        await assert.rejects(signIn(authenticator.get(await startSignIn())), rejected)
        authenticator.counter = -1
        await assert.rejects(signIn(authenticator.get(await startSignIn())), rejected)
        authenticator.counter = before + 1
        await signIn(authenticator.get(await startSignIn()))
      })

      it('accepts one of 10 concurrent clones with the same counter', async () => {
        const { counter } = authenticator
        const responses = []
        for (let copy = 0; copy < 10; copy++) {
          authenticator.counter = counter
          responses.push(authenticator.get(await startSignIn()))
        }
        const tried = await Promise.allSettled(responses.map(signIn))
        assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
      })

      it('rejects a sign-in response with a foreign or missing user handle', async () => {
        for (const handle of [userHandle(mallory.user.id), null]) {
          const response = authenticator.get(await startSignIn(), { userHandle: handle })
          await assert.rejects(signIn(response), rejected)
        }
      })

      it('rejects an unknown passkey, also with the credential id of a known one', async () => {
        const stranger = newAuthenticator()
        stranger.create(await startAdding(ada))
        await assert.rejects(signIn(stranger.get(await startSignIn())), rejected)
        const { credentialId } = authenticator
        await assert.rejects(signIn(stranger.get(await startSignIn(), { credentialId })), rejected)
      })

      it('rejects a sign-in response with the signature of another challenge', async () => {
        const options = await startSignIn()
        const { signature } = authenticator.get(await startSignIn()).response
        const valid = authenticator.get(options)
        await assert.rejects(signIn({ ...valid, response: { ...valid.response, signature } }), rejected)
      })

      it('rejects the passkey of a suspended user', async () => {
        const eve = await server.register('Eve')
        const own = (await addPasskey(server, eve)).authenticator
        await server.app.database.run(sql`update users set suspended_at = now() where id = ${eve.user.id}`)
        await assert.rejects(signIn(own.get(await startSignIn())), { status: 403, code: 'suspended' })
      })
    })

    describe('registration', () => {
      const unrequested: [string, Overrides][] = [
        ['with an algorithm that was not offered', { algorithm: -259 }],
        ['with an unrequested attestation statement', { attestation: 'apple' }],
      ]
      for (const [description, lie] of [...lies, ...unrequested])
        it(`rejects a new passkey ${description}`, async () => {
          const { items } = await ada.call('passkeys.list', {})
          await assert.rejects(add(ada, newAuthenticator().create(await startAdding(ada), lie)), notAdded)
          assert.deepEqual(await ada.call('passkeys.list', {}), { items, nextCursor: null })
        })

      it('rejects a registration response that was used before', async () => {
        const response = newAuthenticator().create(await startAdding(mallory))
        await add(mallory, response)
        await assert.rejects(add(mallory, response), notAdded)
      })

      it('rejects a registration response to an expired challenge', async () => {
        const response = newAuthenticator().create(await startAdding(ada))
        await expireChallenges()
        await assert.rejects(add(ada, response), notAdded)
      })

      it("rejects a registration response to another user's challenge", async () => {
        const response = newAuthenticator().create(await startAdding(ada))
        await assert.rejects(add(mallory, response), notAdded)
        await assert.rejects(add(ada, response), notAdded)
      })

      it('rejects a registration response to a sign-in challenge', async () => {
        const { challenge } = await startSignIn()
        const response = newAuthenticator().create({ ...(await startAdding(ada)), challenge })
        await assert.rejects(add(ada, response), notAdded)
      })

      it("rejects a new passkey with the credential id of another user's passkey", async () => {
        const { credentialId } = authenticator
        const response = newAuthenticator().create(await startAdding(mallory), { credentialId })
        await assert.rejects(add(mallory, response), notAdded)
        await signIn(authenticator.get(await startSignIn()))
      })
    })

    it('rejects invalid values in every field with status 400 or 401', async () => {
      for (const nonsense of [
        '',
        'AAAA',
        'oA',
        base64('null'),
        base64('[]'),
        base64('{"challenge":7}'),
        '%',
        7,
        {},
      ]) {
        await expectRejections(
          'passkeys.finishAuthentication',
          authenticator.get(await startSignIn()),
          nonsense,
        )
        const created = newAuthenticator().create(await startAdding(ada))
        await expectRejections('passkeys.finishRegistration', created, nonsense)
      }
    })

    async function expectRejections(
      id: 'passkeys.finishAuthentication' | 'passkeys.finishRegistration',
      valid: { response: object },
      nonsense: unknown,
    ): Promise<void> {
      const call = server.client(id === 'passkeys.finishRegistration' ? ada.token : null)
      const inside = Object.keys(valid.response).map((field) => ({
        ...valid,
        response: { ...valid.response, [field]: nonsense },
      }))
      const outside = ['id', 'rawId', 'type', 'response'].map((field) => ({ ...valid, [field]: nonsense }))
      for (const response of [...inside, ...outside])
        await assert.rejects(call(id, { response: response as never }), ({ status }: { status: number }) =>
          [400, 401].includes(status),
        )
    }

    function expireChallenges() {
      return server.app.database.run(
        sql`update passkey_challenges set expires_at = now() - interval '1 second'`,
      )
    }
  })
}

describe('rate limit and log of passkey failures', () => {
  it('limits the rate of sign-in attempts with a passkey', async () => {
    const server = await startOwnServer(defaultEngine, { RATE_LIMIT_SIGN_IN: '3' })
    const tries = []
    // A minute may end in between, which allows six attempts.
    for (let count = 0; count < 7; count++)
      tries.push(await server.anonymous('passkeys.finishAuthentication', unknownPasskey()).catch(codeOf))
    assert.ok(tries.includes('rate_limited'), tries.join())
    await server.stop()
  })

  it('logs why a passkey was rejected and keeps the reason out of the response', async () => {
    const lines: string[] = []
    const stream = new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) })
    const server = await startOwnServer(defaultEngine, {}, { log: createLog('info', stream) })
    const ada = await server.register('Ada')
    const options = () => ada.call('passkeys.beginRegistration', {})
    const authenticator = createAuthenticator('https://evil.example')
    for (const lie of [{}, { attestation: 'apple' }]) {
      const response = authenticator.create(await options(), lie)
      await assert.rejects(ada.call('passkeys.finishRegistration', { response }), notAdded)
    }
    await server.stop()
    const reasons = lines.filter((line) => line.includes('"passkey rejected"'))
    assert.match(reasons[0]!, /https:\/\/evil\.example/)
    assert.match(reasons[1]!, /Unrequested attestation/)
  })
})

function unknownPasskey() {
  const options = { challenge: 'none', rpId: 'localhost', timeout: 1, userVerification: 'required' } as const
  return { response: createAuthenticator('http://localhost').get(options) }
}

function codeOf(error: unknown): string {
  return (error as { code: string }).code
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url')
}
