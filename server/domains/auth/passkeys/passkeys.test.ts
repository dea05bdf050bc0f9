import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Person,
  type TestServer,
  defaultEngine,
  oneEngine,
  startTestServer,
} from '../../../../test/harness.ts'
import {
  type Authenticator,
  addPasskey,
  createAuthenticator,
} from '../../../../test/partners/authenticator.ts'
import { startWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { scheduledJobs } from '../../../assembly/jobs.ts'

for (const engine of oneEngine) {
  describe(`passkeys, on ${engine}`, () => {
    let server: TestServer
    let ada: Person
    before(async () => {
      server = await startTestServer(engine)
    })
    after(() => server.stop())

    /** Registers a user with a password and no passkey. */
    async function register(name = 'Ada') {
      return (ada = await server.register(name))
    }

    async function signInWith(authenticator: Authenticator) {
      const response = authenticator.get(await server.anonymous('passkeys.beginAuthentication', {}))
      return server.anonymous('passkeys.finishAuthentication', { response })
    }

    it('adds a passkey and signs in with it without a username', async () => {
      await register()
      const { passkey, authenticator } = await addPasskey(server, ada)
      assert.deepEqual([passkey.name, passkey.version, passkey.lastUsedAt], ['Node.js', 1, null])
      const { token, user } = await signInWith(authenticator)
      assert.equal(user.id, ada.user.id)
      const { items: logins } = await server.client(token)('logins.list', {})
      assert.equal(logins.find(({ current }) => current)!.method, 'passkey')
      const { items } = await ada.call('passkeys.list', {})
      assert.deepEqual([items.length, items[0]!.id], [1, passkey.id])
      assert.ok(items[0]!.lastUsedAt)
      assert.deepEqual(await listEvents(ada), [
        'user.registered',
        'login.started',
        'passkey.added',
        'login.started',
      ])
    })

    it('requests a new, discoverable passkey with user verification', async () => {
      await register()
      const { authenticator } = await addPasskey(server, ada)
      const options = await ada.call('passkeys.beginRegistration', {})
      assert.deepEqual(options.rp, { id: 'localhost', name: 'Baton' })
      assert.deepEqual([options.user.name, options.user.displayName], [ada.email, 'Ada'])
      assert.equal(Buffer.from(options.user.id, 'base64url').toString('hex'), ada.user.id.replaceAll('-', ''))
      assert.deepEqual(options.authenticatorSelection, {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      })
      assert.equal(options.attestation, 'none')
      assert.deepEqual(
        options.pubKeyCredParams.map(({ alg }) => alg),
        [-8, -7, -257],
      )
      assert.deepEqual(options.excludeCredentials, [
        { type: 'public-key', id: authenticator.credentialId, transports: ['internal'] },
      ])
      const request = await server.anonymous('passkeys.beginAuthentication', {})
      assert.deepEqual(Object.keys(request).toSorted(), ['challenge', 'rpId', 'timeout', 'userVerification'])
      assert.equal(request.userVerification, 'required')
      assert.equal(Buffer.from(request.challenge, 'base64url').length, 32)
      assert.notEqual(
        request.challenge,
        (await server.anonymous('passkeys.beginAuthentication', {})).challenge,
      )
    })

    it('accepts repeated sign-ins with a synced passkey, which has no counter', async () => {
      await register()
      const { authenticator } = await addPasskey(server, ada, { counts: false })
      for (const _ of [1, 2, 3]) await signInWith(authenticator)
    })

    it('accepts unrequested self attestation', async () => {
      await register()
      const authenticator = createAuthenticator(origin(server))
      const options = await ada.call('passkeys.beginRegistration', {})
      const response = authenticator.create(options, { attestation: 'packed' })
      await ada.call('passkeys.finishRegistration', { response })
      await signInWith(authenticator)
    })

    it('accepts gaps in the counter and rejects an older count after a newer one', async () => {
      await register()
      const { authenticator } = await addPasskey(server, ada)
      authenticator.counter = 1000
      await signInWith(authenticator)
      const first = authenticator.get(await server.anonymous('passkeys.beginAuthentication', {}))
      await signInWith(authenticator)
      await assert.rejects(server.anonymous('passkeys.finishAuthentication', { response: first }), {
        code: 'wrong_passkey',
      })
    })

    it('renames a passkey and rejects a stale version', async () => {
      await register()
      const { passkey } = await addPasskey(server, ada)
      const ref = { passkey: passkey.id }
      const renamed = await ada.call('passkeys.rename', { ...ref, name: ' My key ' }, { ifMatch: 1 })
      assert.deepEqual([renamed.name, renamed.version], ['My key', 2])
      await assert.rejects(ada.call('passkeys.rename', { ...ref, name: 'Late' }, { ifMatch: 1 }), {
        status: 412,
      })
      assert.equal((await ada.call('passkeys.rename', { ...ref, name: 'My key' })).version, 2)
      await assert.rejects(ada.call('passkeys.rename', { ...ref, name: ' ' }), { code: 'invalid_input' })
      assert.equal((await listEvents(ada)).filter((type) => type === 'passkey.renamed').length, 1)
    })

    it('rejects a removed passkey', async () => {
      await register()
      const { passkey, authenticator } = await addPasskey(server, ada)
      await ada.call('passkeys.delete', { passkey: passkey.id })
      await assert.rejects(signInWith(authenticator), { code: 'wrong_passkey' })
      assert.deepEqual((await ada.call('passkeys.list', {})).items, [])
      assert.equal((await listEvents(ada)).at(-1), 'passkey.deleted')
    })

    it("hides other users' passkeys from list, rename and delete", async () => {
      const owner = await register()
      const { passkey } = await addPasskey(server, owner)
      const mallory = await register('Mallory')
      assert.deepEqual((await mallory.call('passkeys.list', {})).items, [])
      const ref = { passkey: passkey.id }
      await assert.rejects(mallory.call('passkeys.rename', { ...ref, name: 'Mine' }), { status: 404 })
      await assert.rejects(mallory.call('passkeys.delete', ref), { status: 404 })
      assert.deepEqual((await owner.call('passkeys.list', {})).items, [passkey])
    })

    it('requires a recent sign-in to add or remove a passkey', async () => {
      await register()
      const { passkey } = await addPasskey(server, ada)
      const response = createAuthenticator('').create(await ada.call('passkeys.beginRegistration', {}))
      await server.app.database.run(
        sql`update login_sessions set created_at = now() - interval '61 minutes' where user_id = ${ada.user.id}`,
      )
      const again = { code: 'sign_in_again', status: 403 }
      await assert.rejects(ada.call('passkeys.beginRegistration', {}), again)
      await assert.rejects(ada.call('passkeys.finishRegistration', { response }), again)
      await assert.rejects(ada.call('passkeys.delete', { passkey: passkey.id }), again)
      await ada.call('passkeys.rename', { passkey: passkey.id, name: 'Old friend' })
    })

    it('limits a user to 20 passkeys, also under concurrent additions', async () => {
      await register()
      const responses = []
      for (const authenticator of [1, 2, 3].map(() => createAuthenticator(origin(server))))
        responses.push(authenticator.create(await ada.call('passkeys.beginRegistration', {})))
      for (let count = 0; count < 19; count++) await addPasskey(server, ada)
      const added = await Promise.allSettled(
        responses.map((response) => ada.call('passkeys.finishRegistration', { response })),
      )
      assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal((await ada.call('passkeys.list', {})).items.length, 20)
      await assert.rejects(ada.call('passkeys.beginRegistration', {}), { code: 'too_many', status: 422 })
    })

    describe('last sign-in method', () => {
      const lastMethod = { code: 'last_way_in', status: 422 }

      it('rejects removal of the last sign-in method', async () => {
        await register()
        const first = await addPasskey(server, ada)
        await removePassword()
        await assert.rejects(ada.call('passkeys.delete', { passkey: first.passkey.id }), lastMethod)
        await signInWith(first.authenticator)
        await addPasskey(server, ada)
        await ada.call('passkeys.delete', { passkey: first.passkey.id })
      })

      it('keeps one of two passkeys that are removed concurrently', async () => {
        await register()
        const both = [await addPasskey(server, ada), await addPasskey(server, ada)]
        await removePassword()
        const removed = await Promise.allSettled(
          both.map(({ passkey }) => ada.call('passkeys.delete', { passkey: passkey.id })),
        )
        assert.deepEqual(removed.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
        assert.equal((await ada.call('passkeys.list', {})).items.length, 1)
      })

      for (const provider of ['github', 'backend'])
        it(`allows removal of the last passkey with a connected identity: ${provider}`, async () => {
          await register()
          const { passkey } = await addPasskey(server, ada)
          await removePassword()
          await server.app.database.run(
            sql`insert into identities (id, user_id, provider, issuer, subject) values (${newId()}, ${ada.user.id}, ${provider}, ${provider}, ${ada.email})`,
          )
          await ada.call('passkeys.delete', { passkey: passkey.id })
        })

      function removePassword() {
        return server.app.database.run(sql`update users set password_hash = null where id = ${ada.user.id}`)
      }
    })

    it('purges expired challenges', async () => {
      const { database } = server.app
      await server.anonymous('passkeys.beginAuthentication', {})
      await database.run(sql`update passkey_challenges set expires_at = now() - interval '1 second'`)
      await server.anonymous('passkeys.beginAuthentication', {})
      await scheduledJobs(server.app)
        .find(({ name }) => name === 'purge-leftovers')!
        .run()
      assert.equal((await database.run(sql`select from passkey_challenges`)).length, 1)
    })

    /** Returns the types of the private journal events of a user, oldest first. */
    async function listEvents(person: Person): Promise<string[]> {
      const rows = await server.app.database.run<{ type: string }>(
        sql`select type from journal where private_to = ${person.user.id} order by xid, seq`,
      )
      return rows.map(({ type }) => type)
    }
  })
}

describe('email about a new passkey', () => {
  it('sends the user an email when a passkey is added', async () => {
    const server = await startWithMail(defaultEngine)
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
