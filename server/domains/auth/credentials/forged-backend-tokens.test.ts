import assert from 'node:assert/strict'
import type { webcrypto } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import {
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
  decodeJwt,
  exportSPKI,
  generateKeyPair,
  importJWK,
} from 'jose'
import { defaultEngine } from '../../../../test/harness.ts'
import type { GotrueSession } from '../../../../test/partners/gotrue-users.ts'
import { type ServerWithMail, startOwnWithMail } from '../../../../test/with-mail.ts'
import { sql } from '../../../database/sql.ts'

const fresh = 'a password no one has guessed'

describe('forged tokens of the external auth backend', () => {
  let server: ServerWithMail
  let session: GotrueSession
  /** The claims of a token of Ada, who has no account here yet. */
  let claims: JWTPayload
  before(async () => {
    server = await startOwnWithMail(defaultEngine, {}, 'external')
    await server.register('Admin')
    const { users, keys } = server.gotrue!
    const ada = users.create('ada@example.com', fresh)
    users.confirm(ada)
    session = users.startSession(ada, 'password')
    claims = decodeJwt(await keys.token(session))
  })
  after(() => server.stop())

  const keys = () => server.gotrue!.keys
  const header = (alg: string) => ({ alg, typ: 'JWT', kid: keys().public[0]!.kid! })
  const publicKey = async () => (await importJWK(keys().public[0]!, 'ES256')) as webcrypto.CryptoKey

  /** Asserts that the token is rejected and creates no account. */
  async function assertRejected(token: string) {
    const me = server.client(token)('accounts.getMe', {})
    await assert.rejects(me, { code: 'invalid_credential', status: 401 })
    const rows = await server.app.database.run(sql`select 1 from users where email = 'ada@example.com'`)
    assert.deepEqual(rows, [])
  }

  it('rejects a token signed with another key of the same key id', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    await assertRejected(await new SignJWT(claims).setProtectedHeader(header('ES256')).sign(privateKey))
  })

  it('rejects a token that contains or links to its own key', async () => {
    const { privateKey, publicKey: jwk } = await generateKeyPair('ES256', { extractable: true })
    const ownKey = {
      ...header('ES256'),
      jwk: await crypto.subtle.exportKey('jwk', jwk),
      jku: 'https://evil.example/',
    }
    await assertRejected(await new SignJWT(claims).setProtectedHeader(ownKey).sign(privateKey))
  })

  it('rejects an unsigned token', async () => {
    await assertRejected(new UnsecuredJWT(claims).encode())
    const [, body] = (await keys().token(session)).split('.')
    await assertRejected(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.x`)
  })

  it('rejects a token signed with the public key as a shared secret', async () => {
    const key = await publicKey()
    const raw = Buffer.from(await crypto.subtle.exportKey('raw', key))
    for (const secret of [
      Buffer.from(await exportSPKI(key)),
      raw,
      Buffer.from(JSON.stringify(keys().public[0])),
    ])
      await assertRejected(await new SignJWT(claims).setProtectedHeader(header('HS256')).sign(secret))
  })

  it('rejects an altered token', async () => {
    const [head, , signature] = (await keys().token(session)).split('.')
    const other = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')
    await assertRejected(`${head}.${other}.${signature}`)
  })

  const wrong: Record<string, Record<string, unknown>> = {
    'with another audience': { aud: 'another-audience' },
    'without an audience': { aud: undefined },
    'of another issuer': { iss: 'https://evil.example' },
    'without an issuer': { iss: undefined },
    'with the service role': { role: 'service_role' },
    'with the anonymous role': { role: 'anon' },
    'without a role': { role: undefined },
    'that has expired': { exp: Math.floor(Date.now() / 1000) - 1 },
    'that never expires': { exp: undefined },
    'that is not valid yet': { nbf: Math.floor(Date.now() / 1000) + 3600 },
    'without a session': { session_id: undefined },
    'without a subject': { sub: undefined },
    'with a subject that is not an id': { sub: 'ada@example.com' },
    'issued to another application': { client_id: crypto.randomUUID() },
  }
  for (const [description, changes] of Object.entries(wrong))
    it(`rejects a token ${description}`, async () => assertRejected(await keys().token(session, changes)))

  it('rejects the API keys of the backend', async () => {
    await assertRejected(keys().serviceKey)
    await assertRejected(keys().anonKey)
  })

  it('rejects a token with the session of another user', async () => {
    const { users } = server.gotrue!
    const mallory = users.startSession(users.create('mallory@example.com', fresh), 'password')
    await assertRejected(await keys().token({ ...mallory, user: session.user, id: crypto.randomUUID() }))
  })

  it('accepts a valid token', async () => {
    const { user } = await server.client(await keys().token(session))('accounts.getMe', {})
    assert.equal(user.email, 'ada@example.com')
  })
})
