import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, type TestServer, clientFor, oneEngine, startTestServer } from '../../../test/harness.ts'
import { type Authenticator, addPasskey, createAuthenticator } from '../../../test/partners/authenticator.ts'
import { startWithMail } from '../../../test/with-mail.ts'
import { newId } from '../../platform/ids.ts'
import { scheduledJobs } from '../jobs.ts'

for (const engine of oneEngine) {
  describe(`passkeys, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    /** Everybody begins with a password and no passkey. */
    async function somebody(name = 'Ada') {
      return (ada = await server.register(name))
    }

    async function signInWith(authenticator: Authenticator) {
      const response = authenticator.get(await server.anonymous('passkeys.beginAuthentication', {}))
      return server.anonymous('passkeys.finishAuthentication', { response })
    }

    it('one is added, and signs in without being told who comes', async () => {
      await somebody()
      const { passkey, authenticator } = await addPasskey(server, ada)
      assert.deepEqual([passkey.name, passkey.version, passkey.lastUsedAt], ['Node.js', 1, null])
      const { token, user } = await signInWith(authenticator)
      assert.equal(user.id, ada.user.id)
      const { items: logins } = await clientFor(server.url, token)('logins.list', {})
      assert.equal(logins.find(({ current }) => current)!.method, 'passkey')
      const { items } = await ada.call('passkeys.list', {})
      assert.deepEqual([items.length, items[0]!.id], [1, passkey.id])
      assert.ok(items[0]!.lastUsedAt)
      assert.deepEqual(await told(ada), [
        'user.registered',
        'login.started',
        'passkey.added',
        'login.started',
      ])
    })

    it('browsers are asked for one that is discoverable, unlocked by its owner, and not there yet', async () => {
      await somebody()
      const { authenticator } = await addPasskey(server, ada)
      const options = await ada.call('passkeys.beginRegistration', {})
      assert.deepEqual(options.rp, { id: 'localhost', name: 'Baton' })
      assert.deepEqual([options.user.name, options.user.displayName], [ada.email, 'Ada'])
      assert.equal(Buffer.from(options.user.id, 'base64url').toString('hex'), ada.user.id.replaceAll('-', ''))
      assert.deepEqual(options.authenticatorSelection, {
        ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      })
      assert.equal(options.attestation, 'none')
      assert.deepEqual(
        options.pubKeyCredParams.map(({ alg }) => alg),
        [-8, -7, -257],
      )
      assert.deepEqual(options.excludeCredentials, [
        { type: 'public-key', id: authenticator.credentialId, transports: ['internal'] },
      ])
      const asked = await server.anonymous('passkeys.beginAuthentication', {})
      assert.deepEqual(Object.keys(asked).toSorted(), ['challenge', 'rpId', 'timeout', 'userVerification'])
      assert.equal(asked.userVerification, 'required')
      assert.equal(Buffer.from(asked.challenge, 'base64url').length, 32)
      assert.notEqual(asked.challenge, (await server.anonymous('passkeys.beginAuthentication', {})).challenge)
    })

    it('one that is synced between devices cannot count, and signs in again and again', async () => {
      await somebody()
      const { authenticator } = await addPasskey(server, ada, { counts: false })
      for (const _ of [1, 2, 3]) await signInWith(authenticator)
    })

    it('one that vouches for itself, which nobody asked for, is as good as any', async () => {
      await somebody()
      const authenticator = createAuthenticator(origin(server))
      const options = await ada.call('passkeys.beginRegistration', {})
      const response = authenticator.create(options, { attestation: 'packed' })
      await ada.call('passkeys.finishRegistration', { response })
      await signInWith(authenticator)
    })

    it('one that counts may skip numbers, but no older use comes after a newer one', async () => {
      await somebody()
      const { authenticator } = await addPasskey(server, ada)
      authenticator.counter = 1000
      await signInWith(authenticator)
      const first = authenticator.get(await server.anonymous('passkeys.beginAuthentication', {}))
      await signInWith(authenticator)
      await assert.rejects(server.anonymous('passkeys.finishAuthentication', { response: first }), {
        code: 'wrong_passkey',
      })
    })

    it('are named by their owner, who overwrites no newer name', async () => {
      await somebody()
      const { passkey } = await addPasskey(server, ada)
      const ref = { passkey: passkey.id }
      const renamed = await ada.call('passkeys.rename', { ...ref, name: ' My key ' }, { ifMatch: 1 })
      assert.deepEqual([renamed.name, renamed.version], ['My key', 2])
      await assert.rejects(ada.call('passkeys.rename', { ...ref, name: 'Late' }, { ifMatch: 1 }), {
        status: 412,
      })
      assert.equal((await ada.call('passkeys.rename', { ...ref, name: 'My key' })).version, 2)
      await assert.rejects(ada.call('passkeys.rename', { ...ref, name: ' ' }), { code: 'invalid_input' })
      assert.equal((await told(ada)).filter((type) => type === 'passkey.renamed').length, 1)
    })

    it('one that was removed signs in no more', async () => {
      await somebody()
      const { passkey, authenticator } = await addPasskey(server, ada)
      await ada.call('passkeys.delete', { passkey: passkey.id })
      await assert.rejects(signInWith(authenticator), { code: 'wrong_passkey' })
      assert.deepEqual((await ada.call('passkeys.list', {})).items, [])
      assert.equal((await told(ada)).at(-1), 'passkey.deleted')
    })

    it('of others are neither seen nor renamed nor removed', async () => {
      const owner = await somebody()
      const { passkey } = await addPasskey(server, owner)
      const mallory = await somebody('Mallory')
      assert.deepEqual((await mallory.call('passkeys.list', {})).items, [])
      const ref = { passkey: passkey.id }
      await assert.rejects(mallory.call('passkeys.rename', { ...ref, name: 'Mine' }), { status: 404 })
      await assert.rejects(mallory.call('passkeys.delete', ref), { status: 404 })
      assert.deepEqual((await owner.call('passkeys.list', {})).items, [passkey])
    })

    it('are added and removed only shortly after signing in', async () => {
      await somebody()
      const { passkey } = await addPasskey(server, ada)
      const response = createAuthenticator('').create(await ada.call('passkeys.beginRegistration', {}))
      await server.app.database.run(
        `update login_sessions set created_at = now() - interval '61 minutes' where user_id = $1`,
        [ada.user.id],
      )
      const again = { code: 'sign_in_again', status: 403 }
      await assert.rejects(ada.call('passkeys.beginRegistration', {}), again)
      await assert.rejects(ada.call('passkeys.finishRegistration', { response }), again)
      await assert.rejects(ada.call('passkeys.delete', { passkey: passkey.id }), again)
      await ada.call('passkeys.rename', { passkey: passkey.id, name: 'Old friend' })
    })

    it('there are at most 20, also when the last are added at the same moment', async () => {
      await somebody()
      const answers = []
      for (const authenticator of [1, 2, 3].map(() => createAuthenticator(origin(server))))
        answers.push(authenticator.create(await ada.call('passkeys.beginRegistration', {})))
      for (let made = 0; made < 19; made++) await addPasskey(server, ada)
      const added = await Promise.allSettled(
        answers.map((response) => ada.call('passkeys.finishRegistration', { response })),
      )
      assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await ada.call('passkeys.list', {})).items.length, 20)
      await assert.rejects(ada.call('passkeys.beginRegistration', {}), { code: 'too_many', status: 422 })
    })

    describe('the last way into an account', () => {
      const lastWay = { code: 'last_way_in', status: 422 }

      it('is not removed while it is the last', async () => {
        await somebody()
        const first = await addPasskey(server, ada)
        await withoutPassword()
        await assert.rejects(ada.call('passkeys.delete', { passkey: first.passkey.id }), lastWay)
        await signInWith(first.authenticator)
        await addPasskey(server, ada)
        await ada.call('passkeys.delete', { passkey: first.passkey.id })
      })

      it('is left, of two that are removed at the same moment', async () => {
        await somebody()
        const both = [await addPasskey(server, ada), await addPasskey(server, ada)]
        await withoutPassword()
        const removed = await Promise.allSettled(
          both.map(({ passkey }) => ada.call('passkeys.delete', { passkey: passkey.id })),
        )
        assert.deepEqual(removed.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.equal((await ada.call('passkeys.list', {})).items.length, 1)
      })

      for (const provider of ['github', 'backend'])
        it(`may be an identity elsewhere: ${provider}`, async () => {
          await somebody()
          const { passkey } = await addPasskey(server, ada)
          await withoutPassword()
          await server.app.database.run(
            'insert into identities (id, user_id, provider, issuer, subject) values ($1, $2, $3, $3, $4)',
            [newId(), ada.user.id, provider, ada.email],
          )
          await ada.call('passkeys.delete', { passkey: passkey.id })
        })

      function withoutPassword() {
        return server.app.database.run('update users set password_hash = null where id = $1', [ada.user.id])
      }
    })

    it('challenges that nobody answered are cleared away', async () => {
      const { database } = server.app
      await server.anonymous('passkeys.beginAuthentication', {})
      await database.run(`update passkey_challenges set expires_at = now() - interval '1 second'`)
      await server.anonymous('passkeys.beginAuthentication', {})
      await scheduledJobs(server.app)
        .find(({ name }) => name === 'purge-leftovers')!
        .run()
      assert.equal((await database.run('select from passkey_challenges')).length, 1)
    })

    /** What the journal knows that is this person's alone, oldest first. */
    async function told(person: Person): Promise<string[]> {
      const rows = await server.app.database.run<{ type: string }>(
        'select type from journal where private_to = $1 order by xid, seq',
        [person.user.id],
      )
      return rows.map(({ type }) => type)
    }
  })
}

describe('the owner of an account', () => {
  it('is told by mail of a passkey that was added', async () => {
    const server = await startWithMail('pglite')
    const { person } = await server.newcomer('Ada')
    await addPasskey(server, person)
    const { subject, text } = await server.mails.next(person.email)
    assert.equal(subject, 'A passkey was added to your account on Baton')
    assert.match(text, /"Node\.js"/)
    await server.stop()
  })
})

function origin(server: TestServer): string {
  return new URL(server.app.config.APP_URL).origin
}
