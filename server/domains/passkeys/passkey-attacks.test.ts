import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  clientFor,
  defaultEngine,
  oneEngine,
  startOwnServer,
  startTestServer,
} from '../../../test/harness.ts'
import {
  type Authenticator,
  type Lies,
  addPasskey,
  createAuthenticator,
} from '../../../test/partners/authenticator.ts'
import { createLog } from '../../platform/log.ts'
import { userHandle } from './relying-party.ts'

/** One answer for whatever is wrong: it tells nothing about which passkeys there are. */
const refused = {
  status: 401,
  code: 'wrong_passkey',
  message: 'This passkey was not accepted. Try again, or use another sign-in method.',
}
const notAdded = { status: 400, code: 'invalid_input' }

const lies: [story: string, lies: Lies][] = [
  ['made for a page elsewhere', { origin: 'https://evil.example' }],
  ['made for a page on another port of the same host', { origin: 'http://localhost:1' }],
  ['made for a subdomain', { origin: 'http://app.localhost:0' }],
  ['made for another host name', { rpId: 'evil.example' }],
  ['made without unlocking the authenticator', { userVerified: false }],
  ['made without anybody there', { userPresent: false }],
  ['made for another purpose', { type: 'payment.get' }],
  ['to a challenge of its own', { challenge: randomBytes(32).toString('base64url') }],
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

    const askToSignIn = () => server.anonymous('passkeys.beginAuthentication', {})
    const askToAdd = (person: Person) => person.call('passkeys.beginRegistration', {})
    const signIn = (response: ReturnType<Authenticator['get']>) =>
      server.anonymous('passkeys.finishAuthentication', { response })
    const add = (person: Person, response: ReturnType<Authenticator['create']>) =>
      person.call('passkeys.finishRegistration', { response })
    const newAuthenticator = () => createAuthenticator(new URL(server.app.config.APP_URL).origin)

    describe('nobody signs in with an answer', () => {
      for (const [story, lie] of lies)
        it(story, async () => {
          await assert.rejects(signIn(authenticator.get(await askToSignIn(), lie)), refused)
          await signIn(authenticator.get(await askToSignIn()))
        })

      it('that was used before', async () => {
        const response = authenticator.get(await askToSignIn())
        await signIn(response)
        await assert.rejects(signIn(response), refused)
        const synced = (await addPasskey(server, ada, { counts: false })).authenticator
        const uncounted = synced.get(await askToSignIn())
        await signIn(uncounted)
        await assert.rejects(signIn(uncounted), refused)
      })

      it('that comes 20 times at once, but once', async () => {
        for (const counts of [true, false]) {
          const passkey = await addPasskey(server, ada, { counts })
          const response = passkey.authenticator.get(await askToSignIn())
          const tried = await Promise.allSettled(Array.from({ length: 20 }, () => signIn(response)))
          assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
        }
      })

      it('that comes too late', async () => {
        const response = authenticator.get(await askToSignIn())
        await expireChallenges()
        await assert.rejects(signIn(response), refused)
      })

      it('after a wrong one to the same challenge', async () => {
        const options = await askToSignIn()
        await assert.rejects(signIn(authenticator.get(options, { userVerified: false })), refused)
        await assert.rejects(signIn(authenticator.get(options)), refused)
      })

      it('to the challenge of somebody who adds a passkey', async () => {
        const { challenge } = await askToAdd(ada)
        await assert.rejects(signIn(authenticator.get({ ...(await askToSignIn()), challenge })), refused)
      })

      it('of a copy of the authenticator, which counts from where it was copied', async () => {
        const before = authenticator.counter
        await signIn(authenticator.get(await askToSignIn()))
        authenticator.counter = before
        await assert.rejects(signIn(authenticator.get(await askToSignIn())), refused)
        authenticator.counter = -1
        await assert.rejects(signIn(authenticator.get(await askToSignIn())), refused)
        authenticator.counter = before + 1
        await signIn(authenticator.get(await askToSignIn()))
      })

      it('of 10 copies at once that all count the same, but once', async () => {
        const { counter } = authenticator
        const answers = []
        for (let copy = 0; copy < 10; copy++) {
          authenticator.counter = counter
          answers.push(authenticator.get(await askToSignIn()))
        }
        const tried = await Promise.allSettled(answers.map(signIn))
        assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1)
      })

      it('that names another user, or none', async () => {
        for (const handle of [userHandle(mallory.user.id), null]) {
          const response = authenticator.get(await askToSignIn(), { userHandle: handle })
          await assert.rejects(signIn(response), refused)
        }
      })

      it('of a passkey that nobody has, or with the id of another', async () => {
        const stranger = newAuthenticator()
        stranger.create(await askToAdd(ada))
        await assert.rejects(signIn(stranger.get(await askToSignIn())), refused)
        const { credentialId } = authenticator
        await assert.rejects(signIn(stranger.get(await askToSignIn(), { credentialId })), refused)
      })

      it('whose signature is of something else', async () => {
        const options = await askToSignIn()
        const { signature } = authenticator.get(await askToSignIn()).response
        const answer = authenticator.get(options)
        await assert.rejects(signIn({ ...answer, response: { ...answer.response, signature } }), refused)
      })

      it('of a suspended user', async () => {
        const eve = await server.register('Eve')
        const own = (await addPasskey(server, eve)).authenticator
        await server.app.database.run('update users set suspended_at = now() where id = $1', [eve.user.id])
        await assert.rejects(signIn(own.get(await askToSignIn())), { status: 403, code: 'suspended' })
      })
    })

    describe('nobody adds a passkey with an answer', () => {
      const unasked: [string, Lies][] = [
        ['with an algorithm that was not offered', { algorithm: -259 }],
        ['with a statement of its maker, which nobody asked for', { attestation: 'apple' }],
      ]
      for (const [story, lie] of [...lies, ...unasked])
        it(story, async () => {
          const { items } = await ada.call('passkeys.list', {})
          await assert.rejects(add(ada, newAuthenticator().create(await askToAdd(ada), lie)), notAdded)
          assert.deepEqual(await ada.call('passkeys.list', {}), { items, nextCursor: null })
        })

      it('that was used before', async () => {
        const response = newAuthenticator().create(await askToAdd(mallory))
        await add(mallory, response)
        await assert.rejects(add(mallory, response), notAdded)
      })

      it('that comes too late', async () => {
        const response = newAuthenticator().create(await askToAdd(ada))
        await expireChallenges()
        await assert.rejects(add(ada, response), notAdded)
      })

      it('to the challenge of somebody else', async () => {
        const response = newAuthenticator().create(await askToAdd(ada))
        await assert.rejects(add(mallory, response), notAdded)
        await assert.rejects(add(ada, response), notAdded)
      })

      it('to the challenge of a sign-in', async () => {
        const { challenge } = await askToSignIn()
        const response = newAuthenticator().create({ ...(await askToAdd(ada)), challenge })
        await assert.rejects(add(ada, response), notAdded)
      })

      it('that takes the id of a passkey which somebody else has', async () => {
        const { credentialId } = authenticator
        const response = newAuthenticator().create(await askToAdd(mallory), { credentialId })
        await assert.rejects(add(mallory, response), notAdded)
        await signIn(authenticator.get(await askToSignIn()))
      })
    })

    it('nonsense is refused in a clear sentence, wherever it stands', async () => {
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
        await expectRefusals(
          'passkeys.finishAuthentication',
          authenticator.get(await askToSignIn()),
          nonsense,
        )
        const created = newAuthenticator().create(await askToAdd(ada))
        await expectRefusals('passkeys.finishRegistration', created, nonsense)
      }
    })

    async function expectRefusals(
      id: 'passkeys.finishAuthentication' | 'passkeys.finishRegistration',
      answer: { response: object },
      nonsense: unknown,
    ): Promise<void> {
      const call = clientFor(server.url, id === 'passkeys.finishRegistration' ? ada.token : null)
      const inside = Object.keys(answer.response).map((field) => ({
        ...answer,
        response: { ...answer.response, [field]: nonsense },
      }))
      const outside = ['id', 'rawId', 'type', 'response'].map((field) => ({ ...answer, [field]: nonsense }))
      for (const response of [...inside, ...outside])
        await assert.rejects(call(id, { response: response as never }), ({ status }: { status: number }) =>
          [400, 401].includes(status),
        )
    }

    function expireChallenges() {
      return server.app.database.run(`update passkey_challenges set expires_at = now() - interval '1 second'`)
    }
  })
}

describe('what the operator has to say and to read', () => {
  it('whoever guesses at a passkey is soon told to wait', async () => {
    const server = await startOwnServer(defaultEngine, { RATE_LIMIT_SIGN_IN: '3' })
    const tries = []
    // A minute may end in between: then there are six.
    for (let count = 0; count < 7; count++)
      tries.push(await server.anonymous('passkeys.finishAuthentication', answerOfNobody()).catch(codeOf))
    assert.ok(tries.includes('rate_limited'), tries.join())
    await server.stop()
  })

  it('why a passkey was refused is in the log, and not in the answer', async () => {
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
    const reasons = lines.filter((line) => line.includes('"a passkey was refused"'))
    assert.match(reasons[0]!, /https:\/\/evil\.example/)
    assert.match(reasons[1]!, /Unasked attestation/)
  })
})

function answerOfNobody() {
  const options = { challenge: 'none', rpId: 'localhost', timeout: 1, userVerification: 'required' } as const
  return { response: createAuthenticator('http://localhost').get(options) }
}

function codeOf(error: unknown): string {
  return (error as { code: string }).code
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url')
}
